//! The search player of Taroky. It shares the search with the player of three-handed tarok; the thesis about that player does
//! not describe Taroky, so that bids, calls, announcements and fleks are simulated here.

pub mod constants;
pub mod play_position;
pub mod policy;
pub mod simulation;
pub mod tarokist;
