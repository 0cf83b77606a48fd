/** Chance that falls the same way every time for the same seed: numbers from 0, `ends` left out. */
export function chanceOf(seed: string): (ends: number) => number {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  return ends => {
    // mulberry32: small, fast and good enough for pictures
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * ends)
  }
}
