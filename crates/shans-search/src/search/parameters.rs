//! Numbers that a tuner may change: each stands once, with its bounds, and has a name by which measurements reach it.

/// A number of `T`.
#[derive(Debug)]
pub struct Parameter<T> {
    /// Its name.
    pub name: &'static str,
    /// The least that it may be.
    pub least: f64,
    /// The most that it may be.
    pub most: f64,
    /// What it is counted in.
    pub unit: &'static str,
    /// What it is.
    pub what: &'static str,
    /// Whether it is a whole number.
    pub is_whole: bool,
    /// The number.
    pub of: fn(&T) -> f64,
    pub(in crate::search) change: fn(&mut T, f64),
}

impl<T> Parameter<T> {
    /// The one of a table that has this name on the command line.
    pub fn named<'t>(table: &'t [Parameter<T>], name: &str) -> Option<&'t Parameter<T>> {
        table.iter().find(|it| it.word() == name)
    }

    /// Its name on the command line.
    pub fn word(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Sets it; `false` if it may not be that number.
    pub fn set(&self, to: &mut T, number: f64) -> bool {
        let fits = (self.least..=self.most).contains(&number);
        let is_legal = fits && (number.fract() == 0.0 || !self.is_whole);
        if is_legal {
            (self.change)(to, number);
        }
        is_legal
    }
}

/// A struct of numbers, each with its default, its bounds and its unit: `field: type = default, least to most, "unit";`. It
/// has all of them in its `TABLE`.
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[doc = $what:literal])+ $field:ident: $kind:ty = $value:expr, $least:literal to $most:literal, $unit:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $what])+ pub $field: $kind,)+
        }

        impl $name {
            /// The numbers that are measured.
            pub const DEFAULT: $name = $name { $($field: $value,)+ };

            /// All of them.
            pub const TABLE: &[$crate::search::parameters::Parameter<$name>] = &[
                $($crate::search::parameters::Parameter {
                    name: stringify!($field),
                    least: $least as f64,
                    most: $most as f64,
                    unit: $unit,
                    what: concat!($($what),+),
                    is_whole: 0.5_f32 as $kind as f32 == 0.0,
                    of: |all| all.$field as f64,
                    change: |all, number| all.$field = number as $kind,
                },)+
            ];
        }

        impl Default for $name {
            fn default() -> $name {
                $name::DEFAULT
            }
        }
    };
}

pub(in crate::search) use parameters;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Parameter;
    use crate::search::{PvsNumbers, Tuning};

    fn all_are_within_their_bounds<T: Copy + Default + PartialEq>(table: &[Parameter<T>]) {
        let names: BTreeSet<_> = table.iter().map(|it| it.name).collect();
        assert_eq!(names.len(), table.len());
        for parameter in table {
            let (name, value) = (parameter.name, (parameter.of)(&T::default()));
            assert!(parameter.least <= value && value <= parameter.most, "{name}: {value}");
            let mut changed = T::default();
            assert!(!parameter.set(&mut changed, parameter.most + 1.0), "{name}");
            assert!(!parameter.set(&mut changed, f64::NAN) && changed == T::default(), "{name}");
            let other = if value == parameter.least { parameter.most } else { parameter.least };
            assert!(parameter.set(&mut changed, other), "{name}");
            assert_eq!((parameter.of)(&changed), other, "{name}");
            assert!(parameter.set(&mut changed, value) && changed == T::default(), "{name}");
            assert_eq!(parameter.set(&mut changed, parameter.least + 0.25), !parameter.is_whole);
        }
    }

    #[test]
    fn each_has_a_name_and_bounds_and_changes_itself_alone() {
        all_are_within_their_bounds(Tuning::TABLE);
        all_are_within_their_bounds(PvsNumbers::TABLE);
    }
}
