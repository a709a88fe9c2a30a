//! Which forms are the same and which are not, where code means the same or does not.

use super::{FormId, Forms, Made, Tag};

/// Three kinds, and none.
fn forms() -> Forms {
    Forms::new(0b1111, false)
}

fn owner(forms: &mut Forms, cell: u64, player: u64) -> Made {
    let (on, player) = (forms.add(Tag::ElementOn, &[cell], &[])?, forms.add(Tag::Const, &[1, player], &[])?);
    forms.add(Tag::SetOwner, &[], &[on, player])
}

fn when(forms: &mut Forms, cell: u64, act: FormId) -> Made {
    let (yes, no) = (forms.cell(cell, 2)?, forms.cell(cell, !2)?);
    let nothing = forms.add(Tag::Seq, &[], &[])?;
    forms.either((yes, no), act, nothing)
}

#[test]
fn conditions_are_the_same_in_any_order() -> Result<(), super::Beyond> {
    let mut forms = forms();
    let (one, other) = (forms.cell(5, 2)?, forms.cell(3, 4)?);
    let both = forms.join(true, [one, other])?;
    assert_eq!(forms.join(true, [other, one])?, both);
    let third = forms.cell(5, 6)?;
    assert_eq!(forms.join(true, [third, other, one])?, both, "one cell is asked once");
    assert_ne!(forms.join(false, [one, other])?, both);
    let (never, always) = (forms.cell(5, 4)?, forms.cell(5, 0b1111)?);
    let never = forms.join(true, [one, never])?;
    assert_eq!(never, forms.truth(false)?);
    assert_eq!(always, forms.truth(true)?);
    Ok(())
}

#[test]
fn what_can_fail_keeps_its_place() -> Result<(), super::Beyond> {
    let mut forms = forms();
    let cell = forms.cell(3, 4)?;
    let fails = forms.add(Tag::Fail, &[], &[])?;
    assert_ne!(forms.join(true, [cell, fails])?, forms.join(true, [fails, cell])?);
    Ok(())
}

#[test]
fn a_condition_and_its_opposite_choose_alike() -> Result<(), super::Beyond> {
    let mut forms = forms();
    let (yes, no) = (forms.cell(1, 2)?, forms.cell(1, !2)?);
    let (one, other) = (forms.add(Tag::Turn, &[], &[])?, forms.add(Tag::Repeats, &[], &[])?);
    let chosen = forms.either((yes, no), one, other)?;
    assert_eq!(forms.either((no, yes), other, one)?, chosen);
    assert_ne!(forms.either((yes, no), other, one)?, chosen);
    Ok(())
}

#[test]
fn actions_on_other_cells_are_the_same_in_any_order() -> Result<(), super::Beyond> {
    let mut forms = forms();
    let (one, other) = (owner(&mut forms, 1, 1)?, owner(&mut forms, 2, 1)?);
    assert_eq!(forms.in_order(vec![one, other])?, forms.in_order(vec![other, one])?);
    let (one, other) = (when(&mut forms, 3, one)?, when(&mut forms, 4, other)?);
    assert_eq!(forms.in_order(vec![one, other])?, forms.in_order(vec![other, one])?);
    Ok(())
}

#[test]
fn actions_that_meet_keep_their_order() -> Result<(), super::Beyond> {
    let mut forms = forms();
    let (one, again) = (owner(&mut forms, 1, 1)?, owner(&mut forms, 1, 2)?);
    assert_ne!(forms.in_order(vec![one, again])?, forms.in_order(vec![again, one])?, "the same cell");
    let other = owner(&mut forms, 2, 1)?;
    let looks = when(&mut forms, 1, other)?;
    assert_ne!(forms.in_order(vec![one, looks])?, forms.in_order(vec![looks, one])?, "a cell that is looked at");
    let moved = forms.add(Tag::Moved, &[], &[])?;
    let player = forms.add(Tag::Const, &[1, 1], &[])?;
    let somewhere = forms.add(Tag::SetOwner, &[], &[moved, player])?;
    assert_ne!(forms.in_order(vec![one, somewhere])?, forms.in_order(vec![somewhere, one])?, "some cell");
    let (number, mover) = (forms.add(Tag::Const, &[1, 7], &[])?, forms.add(Tag::Mover, &[], &[])?);
    let (first, second) =
        (forms.add(Tag::SetScore, &[], &[player, number])?, forms.add(Tag::SetScore, &[], &[mover, number])?);
    assert_ne!(forms.in_order(vec![first, second])?, forms.in_order(vec![second, first])?, "perhaps the same score");
    Ok(())
}
