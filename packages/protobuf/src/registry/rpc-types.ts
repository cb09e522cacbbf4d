import { createRegistry, type FileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { ok } from '@parley/model'
import { decodeMessage } from '../codec/write-message.ts'
import { compileFiles } from '../compile/compile-files.ts'
import { openRegistry } from './open-registry.ts'

/** The types of error details that servers commonly send (google/rpc/status.proto and error_details.proto). */
const rpcProto = `
syntax = "proto3";
package google.rpc;
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
message Status { int32 code = 1; string message = 2; repeated google.protobuf.Any details = 3; }
message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
message RetryInfo { google.protobuf.Duration retry_delay = 1; }
message DebugInfo { repeated string stack_entries = 1; string detail = 2; }
message QuotaFailure {
  message Violation {
    string subject = 1; string description = 2; string api_service = 3; string quota_metric = 4; string quota_id = 5;
    map<string, string> quota_dimensions = 6; int64 quota_value = 7; optional int64 future_quota_value = 8;
  }
  repeated Violation violations = 1;
}
message PreconditionFailure {
  message Violation { string type = 1; string subject = 2; string description = 3; }
  repeated Violation violations = 1;
}
message BadRequest {
  message FieldViolation {
    string field = 1; string description = 2; string reason = 3; LocalizedMessage localized_message = 4;
  }
  repeated FieldViolation field_violations = 1;
}
message RequestInfo { string request_id = 1; string serving_data = 2; }
message ResourceInfo { string resource_type = 1; string resource_name = 2; string owner = 3; string description = 4; }
message Help {
  message Link { string description = 1; string url = 2; }
  repeated Link links = 1;
}
message LocalizedMessage { string locale = 1; string message = 2; }
`

let opened: Promise<FileRegistry> | null = null

/** Opens a registry with these types. */
export function registryOfProto(name: string, text: string): Promise<FileRegistry> {
  return compileFiles([name], { read: async path => ok(path === name ? text : null) }).then(({ files }) => {
    const registry = openRegistry(files)
    if (!registry.ok) throw new Error(registry.failure)
    return registry.value.registry
  })
}

/** Reads `grpc-status-details-bin`: returns each detail as JSON; none if the bytes are no status. */
export type DecodeStatusDetails = (bytes: Uint8Array) => readonly string[]

/** Returns what reads the details of a status. Types that are not built in come from the registry of the service. */
export async function statusDetailsDecoder(registry: FileRegistry): Promise<DecodeStatusDetails> {
  opened ??= registryOfProto('google/rpc/error_details.proto', rpcProto)
  const rpc = await opened
  const status = rpc.getMessage('google.rpc.Status')
  return bytes => {
    if (status === undefined) return []
    try {
      const details: unknown = Reflect.get(fromBinary(status, bytes), 'details')
      if (!Array.isArray(details)) return []
      const all = createRegistry(rpc, registry)
      return details.flatMap(detail => {
        const text = decodeMessage(AnySchema, toBinary(AnySchema, detail), all)
        return text.ok ? [text.value] : []
      })
    } catch {
      return []
    }
  }
}
