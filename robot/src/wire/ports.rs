//! The serial ports of this machine.

use serialport::SerialPortType;

/// A serial port, and what hangs on it as far as the system tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortInfo {
    /// What it is opened by.
    pub name: String,
    /// What hangs on it.
    pub what: String,
}

/// All ports, by name. None where the system does not tell.
pub fn ports() -> Vec<PortInfo> {
    let mut ports: Vec<PortInfo> = serialport::available_ports()
        .unwrap_or_default()
        .into_iter()
        .map(|port| PortInfo { name: port.port_name, what: kind(&port.port_type) })
        .collect();
    ports.sort_by(|one, other| one.name.cmp(&other.name));
    ports
}

fn kind(kind: &SerialPortType) -> String {
    match kind {
        SerialPortType::UsbPort(usb) => {
            let words = [usb.manufacturer.clone(), usb.product.clone()];
            let words: Vec<String> = words.into_iter().flatten().collect();
            let ids = format!("USB {:04x}:{:04x}", usb.vid, usb.pid);
            if words.is_empty() { ids } else { format!("{ids} {}", words.join(" ")) }
        }
        SerialPortType::BluetoothPort => "Bluetooth".to_owned(),
        SerialPortType::PciPort => "built in".to_owned(),
        SerialPortType::Unknown => "unknown".to_owned(),
    }
}
