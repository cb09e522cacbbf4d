import { failed, type GrpcPart, ok, type Result, type SendFailure } from '@parley/model'
import {
  compileFiles,
  describeProtoProblem,
  type FileDescriptorProto,
  type FileRegistry,
  openRegistry,
  type ProtoSources,
  readDescriptorSet,
  writeDescriptorSet,
} from '@parley/protobuf'
import { preparationFailure } from '../../../prepare/preparation-failure.ts'
import type { RequestContext } from '../../../prepare/request-context.ts'
import type { Sending } from '../../execute-request.ts'
import { reflectServer } from '../reflect-services.ts'
import { reflectionKey } from '../reflection-key.ts'
import type { DefinitionFiles } from './definition-files.ts'
import { protoSearch } from './proto-search.ts'

/** The request whose definition is loaded, and what it is sent with. */
export type DefinitionSubject = Omit<Sending, 'onProgress'>

/**
 * Returns the types of a service: from the server, which is always asked, from `.proto` files or from a descriptor set.
 * @param service - null: those of all services
 */
export async function loadDefinition(
  service: string | null,
  subject: DefinitionSubject,
  files: DefinitionFiles,
): Promise<Result<FileRegistry, SendFailure>> {
  const {
    request: { grpc },
    context,
  } = subject
  if (grpc === undefined || grpc.options.definition === 'reflection') return reflect(service, subject)
  const { kept } = files
  if (kept === undefined) return readDefinition(grpc, context, files)
  const { options } = grpc
  const isProto = options.definition === 'proto'
  const asked = JSON.stringify(isProto ? protoSearch(grpc, context) : options.descriptorSetPath)
  const known = await kept.compiled.find(asked, kept.stampOf)
  if (known !== null) return ok(known)
  const stamps = new Map<string, string | null>()
  const read = await readDefinition(grpc, context, {
    ...files,
    async read(path) {
      // Before its content: a change while it is read makes another version.
      stamps.set(path, await kept.stampOf(path))
      return files.read(path)
    },
  })
  if (read.ok) kept.compiled.keep(asked, stamps, read.value)
  return read
}

/** Reads what files define. */
async function readDefinition(
  grpc: GrpcPart,
  context: RequestContext,
  files: DefinitionFiles,
): Promise<Result<FileRegistry, SendFailure>> {
  const missing: string[] = []
  const noting: DefinitionFiles = {
    async read(path) {
      const content = await files.read(path)
      if (content.ok && content.value === null) missing.push(path)
      return content
    },
  }
  const descriptors =
    grpc.options.definition === 'proto'
      ? await compileProtos(grpc, context, noting)
      : await readSet(grpc.options.descriptorSetPath, noting)
  if (!descriptors.ok) return failed(await withPlace(descriptors.failure, missing, files))
  const opened = openRegistry(descriptors.value)
  return opened.ok ? ok(opened.value.registry) : refused(opened.failure)
}

/** As many missing files are searched elsewhere; a file may import any number. */
const mostSearched = 100

/** Adds to a failure where the first of the missing files is that is elsewhere. */
async function withPlace(
  failure: SendFailure,
  missing: readonly string[],
  files: DefinitionFiles,
): Promise<SendFailure> {
  for (const path of missing.slice(0, mostSearched)) {
    const misplaced = (await files.misplaced?.(path)) ?? null
    if (misplaced !== null) return { ...failure, misplaced }
  }
  return failure
}

/** Asks the server, and keeps its answer for later calls. */
async function reflect(
  service: string | null,
  { request, context, ports, signal }: DefinitionSubject,
): Promise<Result<FileRegistry, SendFailure>> {
  const server = reflectServer(request, context, ports, signal)
  const registry = await (service === null ? server.wholeRegistry() : server.registryOf([service]))
  const { reflectedDefinitions } = ports
  const key = reflectedDefinitions === undefined ? null : reflectionKey(request, context)
  if (key === null) return registry
  if (service === null || !registry.ok) reflectedDefinitions?.forget(key)
  if (registry.ok) reflectedDefinitions?.keep(key, registry.value)
  return registry
}

/** Returns the definitions of all services that a request could call, as `protoc --include_imports -o` writes them. */
export async function fetchDefinition(
  subject: DefinitionSubject,
  files: DefinitionFiles,
): Promise<Result<Uint8Array<ArrayBuffer>, SendFailure>> {
  const registry = await loadDefinition(null, subject, files)
  return registry.ok ? ok(writeDescriptorSet(registry.value)) : registry
}

type Descriptors = Result<readonly FileDescriptorProto[], SendFailure>

async function readSet(path: string, files: DefinitionFiles): Promise<Descriptors> {
  if (path === '') return refused('No descriptor set is chosen')
  const bytes = await files.read(path)
  if (!bytes.ok) return bytes
  if (bytes.value === null) return refused(`The file ${path} was not found`)
  const set = readDescriptorSet(bytes.value)
  return set.ok ? set : refused(`${path}: ${set.failure}`)
}

/** Problems that fit into a sentence. */
const mostProblems = 5

async function compileProtos(
  grpc: GrpcPart,
  context: RequestContext,
  files: DefinitionFiles,
): Promise<Descriptors> {
  const { importPaths, fileNames } = protoSearch(grpc, context)
  if (fileNames.length === 0) return refused('No .proto file is chosen')
  let refusal: SendFailure | null = null
  const sources: ProtoSources = {
    async read(name) {
      if (isOutside(name)) return failed(`The import ${name} leads out of the import paths.`)
      for (const root of importPaths) {
        const content = await files.read(root === '' ? name : `${root}/${name}`)
        if (!content.ok) {
          refusal ??= content.failure
          return failed(`The file ${name} may not be read.`)
        }
        if (content.value !== null) return ok(new TextDecoder().decode(content.value))
      }
      return ok(null)
    },
  }
  const compiled = await compileFiles(fileNames, sources)
  if (refusal !== null) return failed(refusal)
  if (compiled.problems.length === 0) return ok(compiled.files)
  return refused(compiled.problems.slice(0, mostProblems).map(describeProtoProblem).join(' '))
}

/** Whether an import is absolute or goes up: imports are found below import paths only. */
function isOutside(name: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes('..') || name.includes('\0')
}

function refused(reason: string): Result<never, SendFailure> {
  return failed(preparationFailure('invalidRequest', 'GRPC_DEFINITION', reason))
}
