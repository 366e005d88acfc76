//! How docs/tree-file.md says that fields are encoded, without the program.

/// Something that bincode has a form for. Reading panics where there is nothing to be read.
pub trait Raw: Sized {
    fn put(&self, out: &mut Vec<u8>);
    fn get(input: &mut &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Raw for $number {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn get(input: &mut &[u8]) -> Self {
                let (bytes, rest) = input.split_first_chunk().expect("a number");
                *input = rest;
                Self::from_le_bytes(*bytes)
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, f32);

impl Raw for bool {
    fn put(&self, out: &mut Vec<u8>) {
        u8::from(*self).put(out);
    }

    fn get(input: &mut &[u8]) -> Self {
        u8::get(input) == 1
    }
}

impl<A: Raw, B: Raw> Raw for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn get(input: &mut &[u8]) -> Self {
        (A::get(input), B::get(input))
    }
}

impl<T: Raw> Raw for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        self.iter().for_each(|present| present.put(out));
    }

    fn get(input: &mut &[u8]) -> Self {
        bool::get(input).then(|| T::get(input))
    }
}

impl<T: Raw> Raw for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u64).put(out);
        self.iter().for_each(|item| item.put(out));
    }

    fn get(input: &mut &[u8]) -> Self {
        (0..u64::get(input)).map(|_| T::get(input)).collect()
    }
}

impl Raw for String {
    fn put(&self, out: &mut Vec<u8>) {
        self.clone().into_bytes().put(out);
    }

    fn get(input: &mut &[u8]) -> Self {
        String::from_utf8(Vec::get(input)).expect("UTF-8")
    }
}

/// A struct is its fields in order.
macro_rules! fields {
    ($name:ty: $($field:ident)*) => {
        impl Raw for $name {
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }

            fn get(input: &mut &[u8]) -> Self {
                Self { $($field: Raw::get(input)),* }
            }
        }
    };
}
pub(crate) use fields;

/// The next bytes.
pub fn take<'a>(input: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, rest) = input.split_at(length);
    *input = rest;
    taken
}
