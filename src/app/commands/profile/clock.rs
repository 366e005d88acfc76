//! Clocks and time controls as files write them.

/// The time of a game: seconds at the beginning, and for each move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeControl {
    /// What each side begins with.
    pub begin: f64,
    /// What is added behind each move.
    pub each: f64,
}

impl TimeControl {
    /// `600+5`, `300`; `None` for what has several parts, and for no clock at all.
    pub fn read(text: &str) -> Option<TimeControl> {
        let (begin, each) = text.split_once('+').unwrap_or((text, "0"));
        let (begin, each) = (begin.trim().parse().ok()?, each.trim().parse().ok()?);
        let is_time = |seconds: f64| (0.0..=1e7).contains(&seconds);
        (is_time(begin) && is_time(each)).then_some(TimeControl { begin, each })
    }
}

/// `0:01:02.5` in seconds.
pub fn seconds(clock: &str) -> Option<f64> {
    let parts = clock.split(':').map(|part| part.parse::<f64>().ok().filter(|it| *it >= 0.0));
    let parts: Vec<f64> = parts.collect::<Option<_>>()?;
    (parts.len() <= 3).then(|| parts.iter().fold(0.0, |all, part| 60.0 * all + part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        assert_eq!((seconds("1:02:03"), seconds("0:00:07.9")), (Some(3723.0), Some(7.9)));
        assert_eq!((seconds("59"), seconds(""), seconds("1:x")), (Some(59.0), None, None));
        let control = TimeControl::read("180+2");
        assert_eq!(control, Some(TimeControl { begin: 180.0, each: 2.0 }));
        assert_eq!((TimeControl::read("-"), TimeControl::read("40/7200:3600")), (None, None));
    }
}
