//! The shipped strategies.

/// A shipped strategy.
#[derive(Clone, Copy, Debug)]
pub struct ShippedBlueprint {
    /// Name by which users select it.
    pub name: &'static str,
    /// Bytes of its file.
    pub bytes: &'static [u8],
}

/// All shipped strategies, those of the smallest stacks first.
pub const SHIPPED_BLUEPRINTS: &[ShippedBlueprint] =
    &[ShippedBlueprint { name: "holdem-20bb", bytes: include_bytes!("../../blueprints/holdem-20bb.blueprint") }];
