export { holdsReference, isCredentialHeader, isCredentialName } from './credential-names.ts'
export { exampleWithoutCredentials } from './export/example-without-credentials.ts'
export { type ExportFormat, exportFormats } from './export/export-format.ts'
export { exportHar, type HarSource } from './export/export-har.ts'
export type * from './export/exported.ts'
export { type LossyFormat, lostOfCollection, lostOfFolder, lostOfRequest } from './export/lost-parts.ts'
export { exportOpenApi } from './export/openapi/export-openapi.ts'
export { exportPostman } from './export/postman/export-postman.ts'
export { importBruno } from './import/bruno/import-bruno.ts'
export type * from './import/curl/curl-import.ts'
export { describeCurlFault, describeCurlNote } from './import/curl/describe-curl.ts'
export { importCurl } from './import/curl/import-curl.ts'
export { looksLikeCurl } from './import/curl/looks-like-curl.ts'
export { decodeText as decodeImportedText } from './import/decode-text.ts'
export { describeImportFailure, describeImportLoss } from './import/describe-import.ts'
export { type EventStreamCandidate, eventStreamsIn, withEventStreams } from './import/event-streams.ts'
export { type FolderFile, isNeverImported } from './import/folder-file.ts'
export { schemaOfIntrospection, schemaOfSdl } from './import/graphql/build-graphql-schema.ts'
export { introspectionToSdl } from './import/graphql/introspection-to-sdl.ts'
export { importDocument, maximumImportBytes } from './import/import-document.ts'
export {
  type FilesImport,
  type FilesProgress,
  type ImportedPart,
  importFiles,
  type RefusedFile,
} from './import/import-files.ts'
export { type ImportFormat, importFormatNames } from './import/import-format.ts'
export type * from './import/imported.ts'
export { type LiteralSecret, literalSecrets } from './import/literal-secrets.ts'
export { importOpenCollectionFolder } from './import/open-collection/import-open-collection-folder.ts'
export { v3RequestName, v3Roots } from './import/postman-v3/v3-names.ts'
export { languageOf } from './import/text-body.ts'
export type { TextPosition } from './import/text-position.ts'
