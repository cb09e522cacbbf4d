import fc from 'fast-check'
import { editParams, paramsFromUrl, type Row } from '../src/index.ts'

/** What the arbitrary entities are made of. */

/** An object like those of the program: fast-check's own have no prototype now and then. */
export const fields = <Model>(model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }) =>
  fc.record(model, { noNullPrototype: true })

export const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '{{name}}', '__proto__', 'constructor', 'inherit', 'null', 'a\nb: c', 'é😀', ' '),
)
export const filledText = text.filter(value => value !== '')
export const flag = fc.boolean()
export const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 })
export const description = fc.oneof(text, fc.constant(null), fields({ content: text, type: text }))
/** A URL, often with a query that the rows of its request lack. */
export const urlText = fc.oneof(
  text,
  fc
    .array(fc.constantFrom('a', 'a=', 'a=1', '=', '', '%2f=%20', 'é=1', '{{a&b}}={{c}}', 'n%20=+'), {
      maxLength: 4,
    })
    .map(pieces => `{{base}}/:id?${pieces.join('&')}`),
)
/** A record whose last keys may be absent. */
export const record = <Required, Optional>(
  required: { [Key in keyof Required]: fc.Arbitrary<Required[Key]> },
  optional: { [Key in keyof Optional]: fc.Arbitrary<Optional[Key]> },
) =>
  fc
    .tuple(fields(required), fc.record(optional, { requiredKeys: [], noNullPrototype: true }))
    .map(([first, second]) => ({ ...first, ...second }))
export const oneOf = <const Value>(...values: Value[]) => fc.constantFrom(...values)
export const only = <const Value>(value: Value) => fc.constant(value)

export const row: fc.Arbitrary<Row> = record({ name: text, value: text, enabled: flag }, { description })

/** A query parameter, now and then an unticked one whose text in the URL name and value do not tell. */
export const param: fc.Arbitrary<Row> = fc.oneof(
  row,
  oneOf('a', 'a=', '=', 'é=1', ' ', '{{a&b}}=c d').map(text => {
    const shown = paramsFromUrl(`?${text}`, [])
    const unticked = shown.map(one => ({ ...one, enabled: false }))
    return editParams(`?${text}`, shown, unticked).params[0] ?? { name: '', value: '', enabled: false }
  }),
)
