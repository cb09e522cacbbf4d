import { newHttpRequest } from '@parley/model'
import { beforeEach, expect, test } from 'vitest'
import type { GraphQlLanguage } from '../../graphql/worker/graphql-language.ts'
import { requestTab } from '../active-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import type { Workbench } from '../workbench.ts'
import type { GraphQlBody } from './graphql-body.ts'
import { GraphQlEditing } from './graphql-editing.ts'
import { languageInProcess } from './language-in-process.testkit.ts'

let workbench: Workbench
let language: GraphQlLanguage
let editing: GraphQlEditing
let tabId: string
let sent: (string | undefined)[]

beforeEach(async () => {
  sent = []
  workbench = createTestWorkbench({
    start: async ({ request: { body } }) =>
      void sent.push(body.type === 'graphql' ? body.operationName : 'no GraphQL'),
  })
  language = languageInProcess()
  editing = new GraphQlEditing(language, workbench)
  tabId = workbench.newRequestTab()
  const text = 'type Query { book(id: ID!): Book books: [Book] } type Book { title: String }'
  await language.setSchema({ key: 'k', format: 'sdl', text })
})

function edit(change: Partial<GraphQlBody>): void {
  const body = { type: 'graphql', query: '', variables: '', ...change } as const
  workbench.editDraft(tabId, draft => ({ ...draft, body }))
}

const bodyNow = () => requestTab(workbench.store.getState(), tabId)?.draft.body

const two = 'query One { books { title } }\nquery Two { books { title } }'

test.each([
  [two, 0, 'One'],
  [two, two.length - 3, 'Two'],
  ['{ books { title } }', 0, undefined],
  ['query Only { books { title } }', 0, undefined],
  ['query One {', 0, 'before'],
])('Ctrl+Enter in %j at %i sends %s', async (query, cursor, expected) => {
  edit({ query, operationName: 'before' })
  editing.moveCursor(tabId, cursor)
  await editing.sendAtCursor(tabId)
  expect(sent).toEqual([expected])
})

test('a prettified query takes the place of the same query only', async () => {
  edit({ query: '{books{title}}' })
  await editing.prettify(tabId)
  expect(bodyNow()).toMatchObject({ query: '{\n  books {\n    title\n  }\n}' })
  edit({ query: '{books{title}} ' })
  const prettified = editing.prettify(tabId)
  edit({ query: '{ typedMeanwhile }' })
  await prettified
  expect(bodyNow()).toMatchObject({ query: '{ typedMeanwhile }' })
  edit({ query: '{ broken' })
  await editing.prettify(tabId)
  expect(bodyNow()).toMatchObject({ query: '{ broken' })
})

test('missing variables are filled in for the chosen operation', async () => {
  edit({
    query: 'query A { books { title } } query B($id: ID!) { book(id: $id) { title } }',
    operationName: 'B',
  })
  await editing.fillInVariables(tabId)
  expect(JSON.parse(String((bodyNow() as GraphQlBody).variables))).toHaveProperty('id')
})

test('a row is ticked into the query, and one that cannot be says why', async () => {
  edit({ query: '' })
  await editing.toggleRow(tabId, 'query/books/title')
  expect(bodyNow()).toMatchObject({ query: expect.stringMatching(/books\s*\{\s*title\s*\}/) })
  expect(editing.of(tabId).problem).toBe('')
  edit({ query: '{ broken' })
  await editing.toggleRow(tabId, 'query/books/title')
  expect(editing.of(tabId).problem).not.toBe('')
  expect(bodyNow()).toMatchObject({ query: '{ broken' })
})

test('a name that is gone to expands the rows around it, and opens the explorer', async () => {
  await editing.goTo(tabId, {
    from: 0,
    to: 1,
    rowId: 'query/books/title',
    typeName: 'Book',
    fieldName: 'title',
  })
  expect(editing.store.getState().isExplorerOpen).toBe(true)
  expect(editing.of(tabId).expanded).toEqual(expect.arrayContaining(['query', 'query/books']))
  expect(editing.of(tabId).reveal).toEqual({ rowId: 'query/books/title' })
  await editing.goTo(tabId, { from: 0, to: 1, rowId: null, typeName: 'Book', fieldName: 'title' })
  expect(editing.of(tabId).page).toEqual({ kind: 'type', typeName: 'Book', memberName: 'title' })
  editing.showTree(tabId)
  expect(editing.of(tabId).page).toEqual({ kind: 'tree' })
})

test('Back and Forward lead through the pages that were shown, and another page ends Forward', async () => {
  const shown = () => {
    const { page } = editing.of(tabId)
    return page.kind === 'tree' ? 'tree' : `${page.typeName}.${page.memberName}`
  }
  const steps: string[] = []
  const step = (act: () => void) => {
    act()
    steps.push(shown())
  }
  await editing.showRow(tabId, 'query/books/title')
  steps.push(shown())
  step(() => editing.showType(tabId, 'Book', null))
  step(() => editing.showType(tabId, 'Book', null))
  step(() => editing.goBack(tabId))
  step(() => editing.goBack(tabId))
  step(() => editing.goBack(tabId))
  step(() => editing.goForward(tabId))
  step(() => editing.showType(tabId, 'Query', 'book'))
  step(() => editing.goForward(tabId))
  step(() => editing.goBack(tabId))
  expect(steps).toEqual([
    ...['Book.title', 'Book.null', 'Book.null', 'Book.title', 'tree', 'tree', 'Book.title'],
    ...['Query.book', 'Query.book', 'Book.title'],
  ])
  await editing.showRow(tabId, 'query/none')
  expect(shown()).toBe('Query.none')
  for (let at = 0; at < 200; at += 1) editing.showType(tabId, `T${at}`, null)
  expect(editing.of(tabId).back).toHaveLength(50)
})

test('the hash of the query is added to the extensions, unless the body changes meanwhile', async () => {
  edit({ query: '{ books { title } }' })
  expect(await editing.addQueryHash(tabId)).toBe('')
  expect(bodyNow()).toMatchObject({ extensions: expect.stringMatching(/"sha256Hash":"[0-9a-f]{64}"/) })
  edit({ query: '{ books { title } }' })
  const adding = editing.addQueryHash(tabId)
  edit({ query: '{ other }' })
  expect(await adding).toBe('')
  expect(bodyNow()).not.toHaveProperty('extensions')
  edit({ query: '' })
  expect(await editing.addQueryHash(tabId)).toBe('Type the query first')
})

test('a draft without a GraphQL body is left alone', async () => {
  const draft = newHttpRequest({ url: 'http://a' })
  workbench.editDraft(tabId, () => draft)
  await editing.prettify(tabId)
  await editing.fillInVariables(tabId)
  await editing.toggleRow(tabId, 'query/books')
  editing.chooseOperation(tabId, 'A')
  expect([await editing.addQueryHash(tabId), editing.bodyOf(tabId), bodyNow()]).toEqual([
    '',
    null,
    draft.body,
  ])
})

test('closed tabs are forgotten', () => {
  editing.moveCursor(tabId, 7)
  editing.keepOnly(new Set([tabId]))
  expect(editing.of(tabId).cursor).toBe(7)
  editing.keepOnly(new Set())
  expect(editing.of(tabId).cursor).toBe(0)
})
