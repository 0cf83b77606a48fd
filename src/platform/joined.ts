/** All parts as one object. Throws when two of them say the same name, where a spread would silently keep the last. */
export function joined<const Parts extends readonly object[]>(...parts: Parts): Joined<Parts> {
  const names = parts.flatMap(part => Object.keys(part))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`"${twice}" is named by two nouns`)
  return Object.assign({}, ...parts)
}

type Joined<Parts> = Parts extends readonly [infer First, ...infer Rest] ? First & Joined<Rest> : unknown
