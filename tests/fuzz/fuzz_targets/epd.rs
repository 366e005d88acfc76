//! Any bytes as a file of EPD lines and as a perft suite. Moves that were read must be legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shans::chess::{Epd, Tapered, perft};
use shans::game::Game;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for (_, epd) in Epd::<Tapered>::read_all(&text) {
        let Ok(epd) = epd else { continue };
        let mut legal = Vec::new();
        epd.position.moves(&mut legal);
        let points = epd.points.iter().map(|(mv, _)| mv);
        assert!(epd.best.iter().chain(&epd.avoid).chain(points).all(|mv| legal.contains(mv)));
    }
    perft::read_suite(&text);
});
