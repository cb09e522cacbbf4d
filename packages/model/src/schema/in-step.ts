import type { z } from 'zod'

/**
 * `true` if a schema's output type is exactly the model's type. `satisfies` alone would miss an optional key
 * or a branch of a union. Otherwise the file does not compile.
 */
export type InStep<Schema extends z.ZodType, Model> =
  Writable<z.output<Schema>> extends Writable<Model>
    ? Writable<Model> extends Writable<z.output<Schema>>
      ? KeysOf<z.output<Schema>> extends KeysOf<Model>
        ? KeysOf<Model> extends KeysOf<z.output<Schema>>
          ? true
          : false
        : false
      : false
    : false

/** Compiles only for `true`. */
export type Proven<Proof extends true> = Proof

type Writable<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { -readonly [Key in keyof Value]: Writable<Value[Key]> }

/** Every key of every branch, which reveals an optional key that only one side has. */
type KeysOf<Value> = Value extends string | number | boolean | null | undefined
  ? never
  : Value extends readonly (infer Entry)[]
    ? KeysOf<Entry>
    : { [Key in keyof Value & string]: Key | `${Key}.${KeysOf<NonNullable<Value[Key]>>}` }[keyof Value &
        string]
