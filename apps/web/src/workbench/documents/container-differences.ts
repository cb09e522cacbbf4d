import type { ProtobufSettings } from '@parley/model'
import type { ContainerContent, EditedDefaults } from '@parley/server/contract'
import { type Compare, field, fields, listField, under } from './difference.ts'
import { headerWords, scriptDifferences, settingDifferences } from './request-differences.ts'
import { shownAuth, shownText } from './shown-value.ts'
import { variableDifferences } from './variable-differences.ts'

const defaultsDifferences: Compare<EditedDefaults> = fields(
  under('headers', listField(headerWords)),
  field('auth', 'Authorization', shownAuth),
  under('scripts', scriptDifferences),
  under('variables', variableDifferences),
  under('settings', settingDifferences()),
  under('graphqlSettings', settingDifferences('GraphQL ')),
  under('metadata', listField({ ...headerWords, one: 'Metadata', all: 'Metadata rows' })),
)

/** The paths, a line each; one that is off has a mark. */
function shownProtobuf(protobuf: ProtobufSettings | undefined): string {
  const { protoFilePaths = [], importPaths = [] } = protobuf ?? {}
  const imports = importPaths.map(({ path, enabled }) => `${enabled ? '' : '(off) '}${path}`)
  return [...protoFilePaths, ...imports].join('\n')
}

/** The fields in which two versions of a collection or folder differ. */
export const containerDifferences: Compare<ContainerContent> = fields(
  field('name', 'Name', shownText, { isSilent: true }),
  field('docs', 'Docs', shownText),
  under('defaults', defaultsDifferences),
  field('protobuf', 'Proto files', shownProtobuf),
)
