import { newHttpRequest, row } from '@parley/model'
import { expect, test } from 'vitest'
import {
  filesOfVariable,
  takesFiles,
  takesSeveral,
  variablesWithFiles,
  withFilesInDraft,
  withVariableFiles,
} from './variable-files.ts'

const body = { type: 'graphql', query: '', variables: '' } as const
const one = { name: 'file', typeText: 'Upload!' }
const list = { name: 'files', typeText: '[Upload!]!' }

test('variables of the scalar Upload take files', () => {
  const types = ['Upload', 'Upload!', '[Upload!]!', 'String', 'UploadInput!']
  expect(types.map(typeText => takesFiles({ name: 'a', typeText }))).toEqual([true, true, true, false, false])
  expect([one, list].map(takesSeveral)).toEqual([false, true])
})

test('files are set and removed for each variable', () => {
  const both = withVariableFiles(withVariableFiles(body, one, ['a']), list, ['b', 'c'])
  expect(both.uploads).toEqual([
    { variable: 'file', filePath: 'a' },
    { variable: 'files.0', filePath: 'b' },
    { variable: 'files.1', filePath: 'c' },
  ])
  expect(variablesWithFiles(both)).toEqual(['file', 'files'])
  expect(filesOfVariable(both, 'files')).toEqual(['b', 'c'])
  expect(withVariableFiles(withVariableFiles(both, list, []), one, [])).toEqual(body)
})

test('the Content-Type of the preset is unticked while files are sent', () => {
  const headers = [row('Content-Type', 'application/json'), row('Content-Type', 'text/x-own')]
  const draft = newHttpRequest({ headers, body })
  const withFile = withFilesInDraft(draft, one, () => ['a'])
  expect(withFile.headers.map(({ enabled }) => enabled)).toEqual([false, true])
  expect(withFilesInDraft(withFile, one, () => [])).toEqual(draft)
})
