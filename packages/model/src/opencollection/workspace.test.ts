import { expect, test } from 'vitest'
import { row } from '../row.ts'
import { readWorkspace, writeWorkspace } from './workspace.ts'

test('the default headers of a workspace are written and read as those of a collection', () => {
  const headers = [
    row('X-Team', 'books'),
    { ...row('X-Off', '{{off}}'), enabled: false, description: 'Not yet' },
  ]
  const written = writeWorkspace({ name: 'Books', variables: [], headers })
  expect(written).toMatchObject({
    request: {
      headers: [
        { name: 'X-Team', value: 'books' },
        { name: 'X-Off', value: '{{off}}', disabled: true, description: 'Not yet' },
      ],
    },
  })
  expect(readWorkspace(written)).toEqual({ ok: true, value: { name: 'Books', variables: [], headers } })
})

test('a workspace without default headers writes no request', () => {
  for (const headers of [undefined, []])
    expect(writeWorkspace({ name: 'Books', variables: [], ...(headers && { headers }) })).not.toHaveProperty(
      'request',
    )
  expect(readWorkspace({ info: { name: 'A' }, request: { headers: [{ value: 1 }] } }).ok).toBe(false)
})
