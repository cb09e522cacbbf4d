import type { z } from 'zod'

/**
 * `true` where a schema gives out exactly the noun: `satisfies` alone would let a schema forget an
 * optional key or a branch of a union. The compiler refuses the file where it is not.
 */
export type InStep<Schema extends z.ZodType, Noun> =
  Writable<z.output<Schema>> extends Writable<Noun>
    ? Writable<Noun> extends Writable<z.output<Schema>>
      ? KeysOf<z.output<Schema>> extends KeysOf<Noun>
        ? KeysOf<Noun> extends KeysOf<z.output<Schema>>
          ? true
          : false
        : false
      : false
    : false

/** Refuses all but `true`. */
export type Proven<Proof extends true> = Proof

type Writable<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { -readonly [Key in keyof Value]: Writable<Value[Key]> }

/** Every key of every branch: an optional key that only one side knows is told by it. */
type KeysOf<Value> = Value extends string | number | boolean | null | undefined
  ? never
  : Value extends readonly (infer Entry)[]
    ? KeysOf<Entry>
    : { [Key in keyof Value & string]: Key | `${Key}.${KeysOf<NonNullable<Value[Key]>>}` }[keyof Value &
        string]
