import type { DescFile } from '@bufbuild/protobuf'
import {
  type FileDescriptorProto,
  file_google_protobuf_any,
  file_google_protobuf_api,
  file_google_protobuf_compiler_plugin,
  file_google_protobuf_cpp_features,
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_go_features,
  file_google_protobuf_java_features,
  file_google_protobuf_source_context,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_type,
  file_google_protobuf_wrappers,
} from '@bufbuild/protobuf/wkt'

const files: ReadonlyMap<string, DescFile> = new Map(
  [
    file_google_protobuf_any,
    file_google_protobuf_api,
    file_google_protobuf_compiler_plugin,
    file_google_protobuf_cpp_features,
    file_google_protobuf_descriptor,
    file_google_protobuf_duration,
    file_google_protobuf_empty,
    file_google_protobuf_field_mask,
    file_google_protobuf_go_features,
    file_google_protobuf_java_features,
    file_google_protobuf_source_context,
    file_google_protobuf_struct,
    file_google_protobuf_timestamp,
    file_google_protobuf_type,
    file_google_protobuf_wrappers,
  ].map(file => [file.proto.name, file]),
)

/** Returns a built-in file and what it imports, imported ones first; null if there is none with this name. */
export function wellKnownFiles(name: string): readonly FileDescriptorProto[] | null {
  const file = files.get(name)
  return file === undefined ? null : withDependencies(file)
}

function withDependencies(file: DescFile): readonly FileDescriptorProto[] {
  return [...file.dependencies.flatMap(withDependencies), file.proto]
}
