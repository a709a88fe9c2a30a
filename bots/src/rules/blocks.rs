//! The eleven blocks of a rule file: their keywords, preset macros and answers. Parser, checks, completion, hover and
//! documentation are made from this list.

/// A block of a rule file, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Block {
    /// Initial knowledge base.
    Prolog,
    /// A card was received.
    SetCard,
    /// Somebody bid, called, agreed, or chose talon cards.
    SetBit,
    /// The player must bid.
    GetBit,
    /// Somebody made an announcement.
    SetBonus,
    /// The player may announce.
    GetBonus,
    /// Somebody played a card.
    SetTurn,
    /// The player must play a card or lay one aside.
    GetTurn,
    /// A tarok was laid aside face up.
    SetTarokDiscart,
    /// Somebody gave a flek.
    SetFlek,
    /// The player may give a flek.
    GetFlek,
}

/// Form of the answers of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// The block has no answer.
    None,
    /// A number in a range.
    Number(i64, i64),
    /// A card.
    Card,
}

impl Block {
    /// All blocks in the order of the file.
    pub const ALL: [Self; 11] = [
        Self::Prolog,
        Self::SetCard,
        Self::SetBit,
        Self::GetBit,
        Self::SetBonus,
        Self::GetBonus,
        Self::SetTurn,
        Self::GetTurn,
        Self::SetTarokDiscart,
        Self::SetFlek,
        Self::GetFlek,
    ];

    /// Keyword of the block.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Prolog => "PROLOG",
            Self::SetCard => "SETCARD",
            Self::SetBit => "SETBIT",
            Self::GetBit => "GETBIT",
            Self::SetBonus => "SETBONUS",
            Self::GetBonus => "GETBONUS",
            Self::SetTurn => "SETTURN",
            Self::GetTurn => "GETTURN",
            Self::SetTarokDiscart => "SETTAROKDISCART",
            Self::SetFlek => "SETFLEK",
            Self::GetFlek => "GETFLEK",
        }
    }

    /// The block of a keyword in any case.
    pub fn from_keyword(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|block| block.keyword().eq_ignore_ascii_case(word))
    }

    /// Macros that have a value at the beginning of every rule of the block.
    pub fn presets(self) -> &'static [&'static str] {
        match self {
            Self::SetCard => &["CARD"],
            Self::SetBit => &["PLAYER", "BIT", "CARD1", "CARD2", "CARD3"],
            Self::SetBonus => &["PLAYER", "BONUS"],
            Self::SetTurn | Self::SetTarokDiscart => &["CARD", "PLAYER"],
            Self::SetFlek => &["PLAYER", "FLEK", "FLEKCOUNT"],
            Self::GetFlek => &["PAGAT", "VALAT", "GAME"],
            Self::Prolog | Self::GetBit | Self::GetBonus | Self::GetTurn => &[],
        }
    }

    /// Form of the answers.
    pub fn answer(self) -> AnswerKind {
        match self {
            Self::GetBit => AnswerKind::Number(-1, 14),
            Self::GetBonus => AnswerKind::Number(1, 2),
            Self::GetFlek => AnswerKind::Number(1, 3),
            Self::GetTurn => AnswerKind::Card,
            _ => AnswerKind::None,
        }
    }

    /// Description in one or two sentences.
    pub fn about(self) -> &'static str {
        match self {
            Self::Prolog => {
                "The initial knowledge base: facts and clauses, each ended by a point. It begins every deal."
            }
            Self::SetCard => "Runs once for each card that the player receives: at the deal, and from the talon.",
            Self::SetBit => {
                "Runs for every bid, call or agreement of anybody. CARD1 to CARD3 are the talon cards that the player saw."
            }
            Self::GetBit => "Runs when the player must bid, call, or choose talon cards. Answer: `return(CODE)`.",
            Self::SetBonus => "Runs for each announcement of anybody.",
            Self::GetBonus => {
                "Runs when the player may announce. Answer: `return(1)` for Pagat, `return(2)` for Valat."
            }
            Self::SetTurn => "Runs for each card that anybody plays.",
            Self::GetTurn => {
                "Runs when the player must play a card, and once for each card to lay aside. Answer: `return([SUIT,VALUE])`."
            }
            Self::SetTarokDiscart => "Runs for each tarok that somebody lays aside face up.",
            Self::SetFlek => "Runs for each flek: 1 Pagat, 2 Valat, 3 the game; FLEKCOUNT is 1 to 3.",
            Self::GetFlek => "Runs when the player may give a flek. Answer: `return(1)`, `return(2)` or `return(3)`.",
        }
    }

    /// Index in [`Block::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A keyword within blocks, with its meaning and an example.
#[derive(Clone, Copy, Debug)]
pub struct KeywordEntry {
    /// The keyword as the formatter writes it.
    pub name: &'static str,
    /// Meaning in one or two sentences.
    pub meaning: &'static str,
    /// Example of its use.
    pub example: &'static str,
}

/// Keywords within blocks.
pub const KEYWORDS: &[KeywordEntry] = &[
    KeywordEntry {
        name: "IF",
        meaning: "Begins a rule: a condition in round brackets, and actions in curly ones.",
        example: "IF (mam([4,0]).) { add pagat. }",
    },
    KeywordEntry {
        name: "NOT",
        meaning: "Holds if the next condition fails. Variables that it binds become macros all the same.",
        example: "IF (NOT mam([4,21]).) { add return(1). }",
    },
    KeywordEntry {
        name: "AND",
        meaning: "Holds if both conditions hold. Both are always evaluated.",
        example: "IF (mam(X). AND hodnota(\\X,5).) { add return(\\X). }",
    },
    KeywordEntry {
        name: "OR",
        meaning: "Holds if one of the conditions holds. Both are always evaluated.",
        example: "IF (mam([4,0]). OR mam([4,21]).) { add strong. }",
    },
    KeywordEntry {
        name: "add",
        meaning: "Adds a fact or a clause to the knowledge base. Arithmetic arguments are evaluated.",
        example: "add pocetKaret(\\POCET+1).",
    },
    KeywordEntry {
        name: "del",
        meaning: "Removes the first fact or clause that matches, and binds its variables.",
        example: "del mam(\\CARD).",
    },
    KeywordEntry {
        name: "query",
        meaning: "Runs a goal for its effects, and binds its variables.",
        example: "query nl.",
    },
];

/// Macros with their meanings.
pub const MACROS: &[(&str, &str)] = &[
    ("CARD", "The card, as `[SUIT,VALUE]`."),
    ("PLAYER", "The player: 0 me, 1 left, 2 opposite, 3 right; 4 for the talon card of a Varsava trick."),
    (
        "BIT",
        "The code of the game: -1 nothing, 0 Varsava, 1 first duty, 2 to 5 with the called tarok, 6 second duty, 7 to 10 with the called tarok, 11 to 13 trojka, 14 solo.",
    ),
    ("CARD1", "First talon card that the player saw; without a value if there was none."),
    ("CARD2", "Second talon card that the player saw; without a value if there was none."),
    ("CARD3", "Third talon card that the player saw; without a value if there was none."),
    (
        "BONUS",
        "The announcement: 0 Taroky, 1 Pagat, 2 Valat, 3 Tarocky, 4 Barvicky, 5 Trul, 6 Honery, 7 Barvy, 8 Kralovske honery.",
    ),
    ("FLEK", "Target of the flek: 1 Pagat, 2 Valat, 3 the game."),
    ("FLEKCOUNT", "Level of the flek: 1 flek, 2 reflek, 3 super flek."),
    ("PAGAT", "1 if a flek on the announced Pagat is possible, else 0."),
    ("VALAT", "1 if a flek on the announced Valat is possible, else 0."),
    ("GAME", "1 if a flek on the game is possible, else 0."),
];
