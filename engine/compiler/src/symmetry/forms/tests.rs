//! Tests: equivalent code has equal normal forms, different code has different ones.

use super::{FormId, FormResult, FormTable, Tag};

/// A table for three kinds of pieces and the empty cell.
fn forms() -> FormTable {
    FormTable::new(0b1111, false)
}

fn owner(forms: &mut FormTable, cell: u64, player: u64) -> FormResult {
    let (on, player) = (forms.intern(Tag::ElementOn, &[cell], &[])?, forms.intern(Tag::Const, &[1, player], &[])?);
    forms.intern(Tag::SetOwner, &[], &[on, player])
}

fn when(forms: &mut FormTable, cell: u64, act: FormId) -> FormResult {
    let (yes, no) = (forms.cell(cell, 2)?, forms.cell(cell, !2)?);
    let nothing = forms.intern(Tag::Seq, &[], &[])?;
    forms.conditional((yes, no), act, nothing)
}

#[test]
fn conditions_are_the_same_in_any_order() -> Result<(), super::Unsupported> {
    let mut forms = forms();
    let (one, other) = (forms.cell(5, 2)?, forms.cell(3, 4)?);
    let both = forms.join(true, [one, other])?;
    assert_eq!(forms.join(true, [other, one])?, both);
    let third = forms.cell(5, 6)?;
    assert_eq!(forms.join(true, [third, other, one])?, both, "tests of one cell are merged");
    assert_ne!(forms.join(false, [one, other])?, both);
    let (never, always) = (forms.cell(5, 4)?, forms.cell(5, 0b1111)?);
    let never = forms.join(true, [one, never])?;
    assert_eq!(never, forms.boolean(false)?);
    assert_eq!(always, forms.boolean(true)?);
    Ok(())
}

#[test]
fn operands_that_can_fail_keep_their_order() -> Result<(), super::Unsupported> {
    let mut forms = forms();
    let cell = forms.cell(3, 4)?;
    let fails = forms.intern(Tag::Fail, &[], &[])?;
    assert_ne!(forms.join(true, [cell, fails])?, forms.join(true, [fails, cell])?);
    Ok(())
}

#[test]
fn a_condition_and_its_negation_give_the_same_form() -> Result<(), super::Unsupported> {
    let mut forms = forms();
    let (yes, no) = (forms.cell(1, 2)?, forms.cell(1, !2)?);
    let (one, other) = (forms.intern(Tag::Turn, &[], &[])?, forms.intern(Tag::Repeats, &[], &[])?);
    let chosen = forms.conditional((yes, no), one, other)?;
    assert_eq!(forms.conditional((no, yes), other, one)?, chosen);
    assert_ne!(forms.conditional((yes, no), other, one)?, chosen);
    Ok(())
}

#[test]
fn actions_on_different_cells_commute() -> Result<(), super::Unsupported> {
    let mut forms = forms();
    let (one, other) = (owner(&mut forms, 1, 1)?, owner(&mut forms, 2, 1)?);
    assert_eq!(forms.canonical_order(vec![one, other])?, forms.canonical_order(vec![other, one])?);
    let (one, other) = (when(&mut forms, 3, one)?, when(&mut forms, 4, other)?);
    assert_eq!(forms.canonical_order(vec![one, other])?, forms.canonical_order(vec![other, one])?);
    Ok(())
}

#[test]
fn conflicting_actions_keep_their_order() -> Result<(), super::Unsupported> {
    let mut forms = forms();
    let (one, again) = (owner(&mut forms, 1, 1)?, owner(&mut forms, 1, 2)?);
    assert_ne!(forms.canonical_order(vec![one, again])?, forms.canonical_order(vec![again, one])?, "the same cell");
    let other = owner(&mut forms, 2, 1)?;
    let looks = when(&mut forms, 1, other)?;
    assert_ne!(
        forms.canonical_order(vec![one, looks])?,
        forms.canonical_order(vec![looks, one])?,
        "a cell that is read"
    );
    let moved = forms.intern(Tag::Moved, &[], &[])?;
    let player = forms.intern(Tag::Const, &[1, 1], &[])?;
    let somewhere = forms.intern(Tag::SetOwner, &[], &[moved, player])?;
    assert_ne!(
        forms.canonical_order(vec![one, somewhere])?,
        forms.canonical_order(vec![somewhere, one])?,
        "an unknown cell"
    );
    let (number, mover) = (forms.intern(Tag::Const, &[1, 7], &[])?, forms.intern(Tag::Mover, &[], &[])?);
    let (first, second) =
        (forms.intern(Tag::SetScore, &[], &[player, number])?, forms.intern(Tag::SetScore, &[], &[mover, number])?);
    assert_ne!(
        forms.canonical_order(vec![first, second])?,
        forms.canonical_order(vec![second, first])?,
        "possibly the same score"
    );
    Ok(())
}
