//! Text sizes, distances and breakpoints of the window, in points.

/// Text of captions and units.
pub const SMALL: f32 = 11.5;
/// Text of labels and buttons.
pub const BODY: f32 = 14.0;
/// Text of game files and of moves.
pub const CODE: f32 = 13.5;
/// Text of clocks and names of sections of a page.
pub const TITLE: f32 = 16.0;
/// Text of headings of pages and dialogs.
pub const HEADING: f32 = 20.0;

/// Distance between widgets of a row.
pub const GAP: f32 = 8.0;
/// Distance between a frame and what it contains.
pub const PADDING: f32 = 12.0;
/// Distance between groups of a page.
pub const SECTION: f32 = 18.0;
/// Height of buttons and fields.
pub const CONTROL: f32 = 26.0;
/// Side of a button that shows only an icon.
pub const ICON_BUTTON: f32 = 30.0;
/// Size of icons beside text.
pub const ICON: f32 = 16.0;
/// Radius of the corners of buttons and fields.
pub const RADIUS: u8 = 5;
/// Radius of the corners of cards and dialogs.
pub const CARD_RADIUS: u8 = 8;

/// Width of a window below which side panels become tabs below the board, and the navigation has no names.
pub const NARROW: f32 = 760.0;
/// Height of a window below which bars leave out what is not necessary.
pub const LOW: f32 = 520.0;
/// Greatest width of texts and forms on a page of their own.
pub const READABLE: f32 = 760.0;
