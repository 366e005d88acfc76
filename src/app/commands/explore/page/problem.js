// What went wrong, in words for people.

export class Problem extends Error {}
