//! Engines as processes. The engine is that of `src/bin`, which misbehaves where it is told to.

mod all {
    mod ends;
    mod engine;
    mod pool;
    mod support;
}
