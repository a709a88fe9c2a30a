//! Scenes in the language of POV-Ray: a printed board on a table, pieces, a hand, lamps and a camera.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use boardwright_vision::geometry::Homography;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

/// A vector in POV-Ray's left-handed coordinates, in mm: x to the right of the board, y up, z to its top.
type Vector = [f64; 3];

/// A colour of a set of pieces: its name and its sRGB levels.
pub type Paint = (&'static str, [u8; 3]);

/// Colours of sets of pieces. Neighbours in the list are too similar for the two sides of one set.
pub const PAINTS: [Paint; 8] = [
    ("white", [244, 244, 240]),
    ("ivory", [236, 226, 200]),
    ("birch", [214, 184, 140]),
    ("yellow", [232, 190, 40]),
    ("red", [180, 36, 30]),
    ("walnut", [72, 44, 28]),
    ("black", [28, 28, 30]),
    ("blue", [34, 70, 160]),
];

/// Shapes of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A disc with rounded edges.
    Disc,
    /// A cylinder.
    Cylinder,
    /// A stone, as in Go.
    Stone,
    /// A low cone with a knob.
    Pawn,
}

/// Shapes by number.
pub const SHAPES: [Shape; 4] = [Shape::Disc, Shape::Cylinder, Shape::Stone, Shape::Pawn];

/// Surfaces of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Planks of wood.
    Wood,
    /// Woven cloth of a colour.
    Cloth([u8; 3]),
}

/// The parts of a scene that stay during a game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The file with the printed sheet, and its width and height in mm.
    pub sheet: String,
    pub sheet_size: [f64; 2],
    pub ground: Ground,
    /// Width and height of pieces, in mm.
    pub piece: [f64; 2],
    pub shape: Shape,
    /// Strength of reflections on pieces, from 0 to 1.
    pub gloss: f64,
    /// Position and colour of the lamp.
    pub lamp: Vector,
    pub lamp_colour: [f64; 3],
    /// Width of the lamp, in mm: a wide one casts soft shadows.
    pub lamp_width: f64,
    pub ambient: f64,
    pub camera: Camera,
}

/// A pinhole camera.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    pub at: Vector,
    pub target: Vector,
    pub sky: Vector,
    /// Horizontal angle of view, in degrees.
    pub angle: f64,
    pub size: (u32, u32),
}

/// A piece on the table.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Offset from the centre of the board, in mm to the right and up.
    pub at: [f64; 2],
    /// Linear red, green and blue light.
    pub colour: [f64; 3],
    /// Turn of its grain, in degrees.
    pub turn: f64,
    pub is_wooden: bool,
}

/// A hand that reaches in from an edge of the table.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    /// The point over which the fingertips are.
    pub over: [f64; 2],
    /// The direction from which the arm comes, in radians from the right, anticlockwise.
    pub from: f64,
    pub height: f64,
    pub skin: [f64; 3],
    pub sleeve: [f64; 3],
}

fn minus(one: Vector, other: Vector) -> Vector {
    std::array::from_fn(|axis| one[axis] - other[axis])
}

fn dot(one: Vector, other: Vector) -> f64 {
    (0..3).map(|axis| one[axis] * other[axis]).sum()
}

fn cross(one: Vector, other: Vector) -> Vector {
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        one[next] * other[last] - one[last] * other[next]
    })
}

fn unit(vector: Vector) -> Vector {
    let length = dot(vector, vector).sqrt();
    vector.map(|number| number / length)
}

impl Camera {
    /// A camera that looks at the middle of a table of a width in mm from a tilt and a turn in degrees.
    pub fn over(width: f64, (tilt, turn, roll): (f64, f64, f64), size: (u32, u32)) -> Self {
        const ANGLE: f64 = 62.0;
        let far = width / 2.0 / (ANGLE.to_radians() / 2.0).tan();
        let (tilt, turn, roll) = (tilt.to_radians(), turn.to_radians(), roll.to_radians());
        let at = [far * tilt.sin() * turn.sin(), far * tilt.cos(), -far * tilt.sin() * turn.cos()];
        let sky = [roll.sin() - turn.sin(), 0.0, turn.cos()];
        Self { at, target: [0.0; 3], sky, angle: ANGLE, size }
    }

    /// The homography from the plane of the board to pixels.
    pub fn plane(&self) -> Homography {
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1));
        let focal = width / 2.0 / (self.angle.to_radians() / 2.0).tan();
        let ahead = unit(minus(self.target, self.at));
        let right = unit(cross(self.sky, ahead));
        let up = cross(ahead, right);
        // The point (u, v) of the board is (u, 0, v); the third column is the origin as the camera sees it.
        let columns = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], minus([0.0; 3], self.at)];
        let depth = columns.map(|column| dot(column, ahead));
        let row = |axis: Vector, sign: f64, middle: f64| -> [f64; 3] {
            std::array::from_fn(|at| sign * focal * dot(columns[at], axis) + middle * depth[at])
        };
        let rows = [row(right, 1.0, width / 2.0), row(up, -1.0, height / 2.0), depth];
        Homography::from_rows(rows.map(|row| row.map(|number| number / depth[2])))
    }
}

/// Linear light of sRGB levels.
pub fn linear(levels: [u8; 3]) -> [f64; 3] {
    levels.map(|level| f64::from(boardwright_vision::tone::linear_from_srgb(level)))
}

fn vector([x, y, z]: Vector) -> String {
    format!("<{x:.3},{y:.3},{z:.3}>")
}

fn colour([red, green, blue]: [f64; 3]) -> String {
    format!("rgb <{red:.4},{green:.4},{blue:.4}>")
}

impl Setting {
    /// The text of a scene.
    pub fn scene(&self, pieces: &[Piece], hand: Option<Hand>) -> String {
        let mut text = String::from("#version 3.7;\nglobal_settings { assumed_gamma 1.0 ambient_light rgb 1 }\n");
        self.write_camera(&mut text);
        self.write_ground(&mut text);
        for piece in pieces {
            self.write_piece(&mut text, piece);
        }
        if let Some(hand) = hand {
            write_hand(&mut text, hand, self.ambient);
        }
        text
    }

    fn write_camera(&self, text: &mut String) {
        let Camera { at, target, sky, angle, size: (width, height) } = self.camera;
        let lamp = self.lamp_width;
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "camera {{ location {} right x*{width}/{height} sky {} angle {angle:.3} look_at {} }}\n\
             light_source {{ {} color {} area_light <{lamp:.1},0,0>, <0,0,{lamp:.1}>, 4, 4 adaptive 0 jitter circular orient }}\n\
             background {{ rgb 0.1 }}",
            vector(at),
            vector(sky),
            vector(target),
            vector(self.lamp),
            colour(self.lamp_colour)
        );
    }

    fn write_ground(&self, text: &mut String) {
        let ambient = self.ambient;
        let pigment = match self.ground {
            Ground::Wood => {
                "pigment { wood turbulence 0.08 scale <9,9,400> rotate <2,0,4> color_map { [0 rgb <0.42,0.26,0.14>] \
                             [0.6 rgb <0.32,0.19,0.10>] [1 rgb <0.22,0.12,0.06>] } }"
                    .to_owned()
            }
            Ground::Cloth(levels) => {
                format!("pigment {{ {} }} normal {{ quilted 0.3 scale 1.6 }}", colour(linear(levels)))
            }
        };
        let [width, height] = self.sheet_size;
        let _ = writeln!(
            text,
            "plane {{ y, -0.3 {pigment} finish {{ ambient {ambient:.3} diffuse 0.9 }} }}\n\
             box {{ <0,-0.28,0>, <1,0,1> pigment {{ image_map {{ png \"{}\" gamma srgb interpolate 2 once }} rotate x*90 }}\n\
             finish {{ ambient {ambient:.3} diffuse 0.88 specular 0.03 }} translate <-0.5,0,-0.5> scale <{width:.3},1,{height:.3}> }}",
            self.sheet
        );
    }

    fn write_piece(&self, text: &mut String, piece: &Piece) {
        let ([width, height], [u, v]) = (self.piece, piece.at);
        let radius = width / 2.0;
        let body = match self.shape {
            Shape::Cylinder => format!("cylinder {{ 0, y*{height:.2}, {radius:.2}"),
            Shape::Disc => format!(
                "lathe {{ linear_spline 7 <0,0>, <{:.2},0>, <{radius:.2},1>, <{radius:.2},{:.2}>, <{:.2},{height:.2}>, \
                 <{:.2},{:.2}>, <0,{:.2}>",
                radius - 1.0,
                height - 1.0,
                radius - 1.0,
                radius - 3.0,
                height - 0.6,
                height - 0.6
            ),
            Shape::Stone => format!(
                "sphere {{ 0, 1 scale <{radius:.2},{:.2},{radius:.2}> translate y*{:.2}",
                height / 2.0,
                height / 2.0
            ),
            Shape::Pawn => format!(
                "lathe {{ linear_spline 6 <0,0>, <{radius:.2},0>, <{radius:.2},{:.2}>, <{:.2},{:.2}>, <{:.2},{height:.2}>, <0,{height:.2}>",
                0.35 * height,
                0.55 * radius,
                0.6 * height,
                0.5 * radius
            ),
        };
        let pigment = if piece.is_wooden {
            let dark = piece.colour.map(|light| 0.72 * light);
            format!(
                "pigment {{ wood turbulence 0.1 scale <3,3,30> rotate y*{:.1} color_map {{ [0 {}] [1 {}] }} }}",
                piece.turn,
                colour(piece.colour),
                colour(dark)
            )
        } else {
            format!("pigment {{ {} }}", colour(piece.colour))
        };
        let (ambient, gloss) = (self.ambient, self.gloss);
        let _ = writeln!(
            text,
            "{body} {pigment} finish {{ ambient {ambient:.3} diffuse 0.85 specular {:.3} roughness 0.02 reflection {{ 0, {:.3} fresnel on }} \
             conserve_energy }} interior {{ ior 1.45 }} translate <{u:.3},0.01,{v:.3}> }}",
            0.6 * gloss,
            0.25 * gloss
        );
    }
}

/// Writes a hand: fingers, palm, forearm and sleeve.
fn write_hand(text: &mut String, hand: Hand, ambient: f64) {
    let Hand { over: [u, v], from, height, skin, sleeve } = hand;
    let along = |far: f64, aside: f64, above: f64| -> Vector {
        let (sine, cosine) = from.sin_cos();
        [u + far * cosine - aside * sine, height + above, v + far * sine + aside * cosine]
    };
    let finish = format!("finish {{ ambient {ambient:.3} diffuse 0.8 specular 0.1 roughness 0.1 }}");
    let flesh = format!("pigment {{ {} }} {finish}", colour(skin));
    for (number, aside) in [-24.0, -8.0, 8.0, 24.0].into_iter().enumerate() {
        let tip = 6.0 * f64::from(u8::from(number == 0 || number == 3));
        let _ = writeln!(
            text,
            "sphere_sweep {{ linear_spline 3 {}, 7, {}, 8, {}, 9 {flesh} }}",
            vector(along(tip, 0.7 * aside, 0.0)),
            vector(along(35.0, aside, 14.0)),
            vector(along(75.0, aside, 20.0))
        );
    }
    let _ = writeln!(
        text,
        "sphere_sweep {{ linear_spline 2 {}, 9, {}, 10 {flesh} }}",
        vector(along(30.0, 48.0, 2.0)),
        vector(along(85.0, 26.0, 16.0))
    );
    let turn = -from.to_degrees();
    let _ = writeln!(
        text,
        "sphere {{ 0, 1 scale <46,17,40> rotate y*{turn:.2} translate {} {flesh} }}\n\
         cone {{ {}, 27, {}, 34 {flesh} }}\ncone {{ {}, 38, {}, 52 pigment {{ {} }} {finish} }}",
        vector(along(105.0, 0.0, 18.0)),
        vector(along(130.0, 0.0, 22.0)),
        vector(along(260.0, 0.0, 45.0)),
        vector(along(215.0, 0.0, 38.0)),
        vector(along(900.0, 0.0, 120.0)),
        colour(sleeve)
    );
}

/// A hand with random colours over a point. It comes from the lower half of the picture.
pub fn random_hand(over: [f64; 2], random: &mut Pcg64Mcg) -> Hand {
    const SKINS: [[u8; 3]; 4] = [[226, 176, 148], [200, 146, 112], [150, 100, 70], [92, 60, 44]];
    const SLEEVES: [[u8; 3]; 4] = [[60, 70, 96], [150, 150, 156], [110, 40, 44], [226, 224, 216]];
    Hand {
        over,
        from: -TAU / 4.0 + random.random_range(-0.7..0.7),
        height: random.random_range(22.0..55.0),
        skin: linear(SKINS[random.random_range(0..SKINS.len())]),
        sleeve: linear(SLEEVES[random.random_range(0..SLEEVES.len())]),
    }
}
