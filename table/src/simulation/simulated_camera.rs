//! The simulated camera over a simulated table.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::find::markers::MarkerSize;
use boardwright_vision::geometry::View;
use boardwright_vision::render::{CameraPose, Disc, GroundPlane, Hand, Light, Limb, Renderer, Scene, Sensor, TopMark};

use super::SimulatedGame;
use crate::appearance::Appearance;
use crate::frame::{BoardFrame, BoardPoint};
use crate::layout::{Layout, PieceSizes};
use crate::perception::PieceClasses;
use crate::print::PrintedBoard;
use crate::simulation::PieceBody;

/// The scene in front of a simulated camera: ground plane, light, sensor, and objects above the table.
#[derive(Clone, Debug)]
pub struct CameraScene {
    renderer: Renderer,
    ground: GroundPlane,
    /// The light.
    pub light: Light,
    /// The camera's sensor.
    pub sensor: Sensor,
    /// A person's hand, while it is over the table.
    pub hand: Option<Hand>,
    /// Other objects over the table.
    pub limbs: Vec<Limb>,
    colours: PieceClasses,
    frame: BoardFrame,
}

/// Resolution of the printed board, in pixels per mm.
const PRINT_RESOLUTION: f32 = 3.0;

/// Interval between frames.
const FRAME_INTERVAL: Duration = Duration::from_millis(100);

impl CameraScene {
    /// Creates the scene of a printed board on a table.
    pub fn new(
        print: &PrintedBoard,
        layout: &Layout,
        colours: PieceClasses,
        pose: CameraPose,
        light: Light,
        sensor: Sensor,
    ) -> Self {
        // The colour of oiled wood.
        let ground = GroundPlane::new(
            print.render_sheet(PRINT_RESOLUTION),
            print.extent.with_markers(MarkerSize::default()).width,
            [0.30, 0.19, 0.11],
        );
        let (hand, limbs, frame) = (None, Vec::new(), layout.frame);
        Self { renderer: Renderer::new(pose), ground, light, sensor, hand, limbs, colours, frame }
    }

    /// A camera pose that shows all places of a layout, tilted by an angle in degrees towards the person opposite the
    /// arm.
    pub fn pose_over(layout: &Layout, (width, height): (u32, u32), tilt: f64) -> CameraPose {
        let far = |of: fn(&BoardPoint) -> f64| {
            let values = layout.spots.iter().map(of);
            let ends = (f64::INFINITY, f64::NEG_INFINITY);
            values.fold(ends, |(least, most), at| (least.min(at), most.max(at)))
        };
        let ((left, right), (low, high)) = (far(|spot| spot.u), far(|spot| spot.v));
        let around = 2.0 * (layout.sizes.width + 12.0) + 40.0;
        let shape = f64::from(width) / f64::from(height);
        // Perspective makes the far edge smaller and the near edge larger.
        let slant = 1.0 + 0.55 * tilt.to_radians().sin();
        let across = ((right - left) + around).max((high - low + around) * shape) * slant;
        let towards = [f64::midpoint(left, right), f64::midpoint(low, high)];
        CameraPose { target: towards, tilt, ..CameraPose::above(width, height, across) }
    }

    /// Moves the camera.
    pub fn move_camera(&mut self, pose: CameraPose) {
        self.renderer = Renderer::new(pose);
    }

    /// The view of the board.
    pub fn view(&self) -> &View {
        self.renderer.view()
    }

    /// The disc that renders a piece.
    pub fn disc(&self, appearance: Appearance, spot: BoardPoint, foot: f64, sizes: PieceSizes) -> Disc {
        let (tone, mark) =
            self.colours.class(appearance).map_or(([0.2; 3], TopMark::Plain), |class| self.colours.paint(class));
        // The rotation of a piece is arbitrary.
        let turn = spot.u * 0.7 + spot.v * 1.3;
        Disc { at: [spot.u, spot.v], foot, radius: sizes.width / 2.0, height: sizes.height, tone, mark, turn }
    }

    /// The discs of all pieces on a simulated table.
    pub fn discs(&self, rehearsal: &SimulatedGame) -> Vec<Disc> {
        let disc = |(appearance, solid): (Appearance, PieceBody)| {
            let spot = self.frame.board_point(solid.x, solid.y);
            let foot = solid.z - self.frame.arm_point(spot, 0.0)[2];
            let sizes = PieceSizes { width: 2.0 * solid.radius, height: solid.height, grip: 0.0 };
            self.disc(appearance, spot, foot.max(0.0), sizes)
        };
        rehearsal.bodies().into_iter().map(disc).collect()
    }

    /// Renders an image of pieces. Equal seeds give equal noise.
    pub fn render(&self, discs: Vec<Disc>, seed: u64) -> image::RgbImage {
        let hand = self.hand.iter().flat_map(Hand::limbs);
        let limbs = hand.chain(self.limbs.iter().copied()).collect();
        self.renderer.render(&self.ground, &Scene { discs, limbs }, &self.light, &self.sensor, seed)
    }
}

/// A hook that is called before each frame and may change the scene or fail.
pub type FrameHook = Box<dyn FnMut(&mut CameraScene, Duration) -> Result<(), CameraError> + Send>;

/// A camera over a simulated table. It delivers ten frames a second of its own virtual time.
pub struct SimulatedCamera {
    scene: Arc<Mutex<CameraScene>>,
    game: SimulatedGame,
    hook: FrameHook,
    frames: u64,
    seed: u64,
}

impl SimulatedCamera {
    /// Creates a camera over a scene, with a hook for events between frames.
    pub fn new(scene: CameraScene, game: SimulatedGame, hook: FrameHook, seed: u64) -> Self {
        Self { scene: Arc::new(Mutex::new(scene)), game, hook, frames: 0, seed }
    }

    /// The scene.
    pub fn scene(&self) -> MutexGuard<'_, CameraScene> {
        self.scene.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Camera for SimulatedCamera {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let at = FRAME_INTERVAL * self.frames as u32;
        self.frames += 1;
        let mut scene = self.scene.lock().unwrap_or_else(PoisonError::into_inner);
        (self.hook)(&mut scene, at)?;
        let picture = scene.render(scene.discs(&self.game), self.seed.wrapping_add(self.frames));
        Ok(Frame { image: picture, at })
    }
}
