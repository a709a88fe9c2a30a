//! Enumeration of the serial ports of this machine.

use serialport::SerialPortType;

/// A serial port, and its device where the system reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortInfo {
    /// The name by which the port is opened.
    pub name: String,
    /// The connected device.
    pub device: String,
}

/// All serial ports sorted by name; empty where the system cannot enumerate them.
pub fn list_ports() -> Vec<PortInfo> {
    let mut ports: Vec<PortInfo> = serialport::available_ports()
        .unwrap_or_default()
        .into_iter()
        .map(|port| PortInfo { name: port.port_name, device: describe_port(&port.port_type) })
        .collect();
    ports.sort_by(|one, other| one.name.cmp(&other.name));
    ports
}

fn describe_port(kind: &SerialPortType) -> String {
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
