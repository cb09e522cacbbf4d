import { compileFiles, openRegistry, writeDescriptorSet } from '@parley/protobuf'
import { expect } from 'vitest'

const proto = `syntax = "proto3";
package shop;
import "google/protobuf/timestamp.proto";
enum Kind {
  KIND_NONE = 0;
  // A story.
  KIND_NOVEL = 1;
  KIND_OLD = 2 [deprecated = true];
}
message Price { int64 cents = 1; string currency = 2; }
message Book {
  // Counted from 1.
  int64 id = 1;
  Kind kind = 2;
  Price price = 3;
  repeated Price offers = 4;
  map<string, Kind> kinds = 5;
  bool in_stock = 6 [deprecated = true];
  google.protobuf.Timestamp printed = 7;
  oneof seller { string shop = 8; string person = 9; }
  Book sequel = 10;
}
service Books {
  // Stores a book.
  rpc Add(Book) returns (Book);
  rpc Watch(stream Book) returns (stream Book) { option deprecated = true; }
}
service Archive { rpc List(Book) returns (stream Book); }
`

/** The definition of a shop, as a descriptor set. */
export async function shopDescriptors(): Promise<Uint8Array> {
  const { files, problems } = await compileFiles(['shop.proto'], {
    read: async path => ({ ok: true, value: path === 'shop.proto' ? proto : null }),
  })
  expect(problems).toEqual([])
  const opened = openRegistry(files)
  if (!opened.ok) throw new Error(opened.failure)
  return writeDescriptorSet(opened.value.registry)
}
