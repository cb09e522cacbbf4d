import { isAbsolute } from 'node:path'
import type { CodeRequest } from '@parley/codegen'

/** Returns the relative paths of files in the code of a request, which work only in one folder. */
export function relativePathsInCode({ content, call }: CodeRequest): readonly string[] {
  return [...pathsOfContent(content), ...pathsOfDefinition(call)].filter(path => !isAbsolute(path))
}

function pathsOfContent(content: CodeRequest['content']): readonly string[] {
  if (content.kind === 'file') return [content.filePath]
  if (content.kind !== 'multipart') return []
  return content.parts.flatMap(part => (part.kind === 'file' ? [part.filePath] : []))
}

function pathsOfDefinition(call: CodeRequest['call']): readonly string[] {
  if (call?.definition.kind === 'descriptorSet') return [call.definition.path]
  return call?.definition.kind === 'proto' ? call.definition.importPaths : []
}
