//! Integration tests on a simulated table: the arm and its calibration, the camera, and whole games with both.

mod arm;
mod calibration;
mod camera;
mod game_loop;
