type Kind = 'number' | 'text' | 'flag' | readonly string[]
type Value<K extends Kind> = K extends 'number' ? number : K extends 'flag' ? boolean : string

export declare function readOptions<const Kinds extends Readonly<Record<string, Kind>>>(
  help: string,
  kinds: Kinds,
): { -readonly [Name in keyof Kinds]?: Value<Kinds[Name]> }
