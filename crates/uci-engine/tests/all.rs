//! Engines as processes. The engine is that of `src/bin`, which misbehaves on request.

mod all {
    mod ends;
    mod engine;
    mod pool;
    mod support;
}
