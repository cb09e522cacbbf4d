import { create, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { loadDescriptorSet, loadProto, nodeDescriptors } from '@parley/testkit/node-descriptors'
import { expect, test } from 'vitest'
import { compileTexts } from '../compile/compile-text.testkit.ts'
import { describeSymbol } from './describe-symbol.ts'
import { openRegistry, readFileDescriptor } from './open-registry.ts'

const http = {
  'google/api/annotations.proto': `syntax="proto3"; package google.api; import "google/api/http.proto"; import "google/protobuf/descriptor.proto";
    extend google.protobuf.MethodOptions { HttpRule http = 72295728; }`,
  'google/api/http.proto': `syntax="proto3"; package google.api;
    message HttpRule { string selector = 1; oneof pattern { string get = 2; string post = 4; } string body = 7; }`,
}

/** Files as servers publish them, with their service `shop.v1.Shop`. */
const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a well-known type': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "google/protobuf/timestamp.proto";
      message Book { string id = 1; google.protobuf.Timestamp at = 2; }
      service Shop { rpc Get(Book) returns (Book); }`,
  },
  'an option of another file': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "google/api/annotations.proto";
      message Book { string id = 1; }
      service Shop { rpc Get(Book) returns (Book) { option (google.api.http) = { get: "/b/{id}" }; } }`,
    ...http,
  },
  'an option of another file beside a well-known type': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "google/api/annotations.proto"; import "google/protobuf/timestamp.proto"; import "google/protobuf/empty.proto";
      message Book { string id = 1; google.protobuf.Timestamp at = 2; }
      service Shop { rpc Get(Book) returns (Book) { option (google.api.http) = { get: "/b/{id}" }; }
        rpc Drop(Book) returns (google.protobuf.Empty); }`,
    ...http,
  },
  'an own option with a message': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "google/protobuf/descriptor.proto"; import "google/protobuf/empty.proto";
      message Limit { int32 max = 1; }
      extend google.protobuf.FieldOptions { Limit limit = 50010; }
      message Book { string id = 1 [(limit).max = 3]; }
      service Shop { rpc Get(Book) returns (google.protobuf.Empty); }`,
  },
  'an own option with a number': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "google/protobuf/descriptor.proto"; import "google/protobuf/empty.proto";
      extend google.protobuf.FieldOptions { int32 limit = 50010; }
      message Book { string id = 1 [(limit) = 3]; }
      service Shop { rpc Get(Book) returns (google.protobuf.Empty); }`,
  },
  'own options of every kind': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "google/protobuf/descriptor.proto"; import "google/protobuf/duration.proto";
      enum Level { NONE = 0; HIGH = 1; }
      extend google.protobuf.FileOptions { string owner = 50001; }
      extend google.protobuf.MessageOptions { Level level = 50002; }
      extend google.protobuf.FieldOptions { repeated string tags = 50003; }
      extend google.protobuf.EnumOptions { bool closed = 50004; }
      extend google.protobuf.EnumValueOptions { double weight = 50005; }
      extend google.protobuf.ServiceOptions { google.protobuf.Duration patience = 50006; }
      extend google.protobuf.MethodOptions { bytes key = 50007; }
      extend google.protobuf.OneofOptions { bool required = 50008; }
      option (owner) = "books";
      message Book { option (level) = HIGH; string id = 1 [(tags) = "a", (tags) = "b"]; oneof more { option (required) = true; string a = 2; int32 b = 3; } }
      enum Kind { option (closed) = true; OLD = 0 [(weight) = 1.5]; }
      service Shop { option (patience) = { seconds: 3 }; rpc Get(Book) returns (Book) { option (key) = "ab"; } }`,
  },
  'optional fields, and a map with a capital letter': {
    'shop.proto': `syntax="proto3"; package shop.v1;
      message Book { optional string id = 1; oneof _more { string more = 2; int32 pages = 3; } optional Book next = 4; map<string, Kind> Kinds = 5; }
      message Kind { string name = 1; }
      service Shop { rpc Get(Book) returns (Book); }`,
  },
  'a type whose package has the name of an inner one': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "outer.proto"; import "inner.proto";
      message Book { shop.extra.Kind kind = 1; shop.v1.extra.Other other = 2; }
      service Shop { rpc Get(Book) returns (Book); }`,
    'outer.proto': `syntax="proto3"; package shop.extra; message Kind { string name = 1; }`,
    'inner.proto': `syntax="proto3"; package shop.v1.extra; message Other { string name = 1; }`,
  },
  'fields added to an own message': {
    'shop.proto': `syntax="proto2"; package shop.v1; import "google/protobuf/timestamp.proto";
      message Book { optional string id = 1; optional google.protobuf.Timestamp at = 2; extensions 100 to 199; }
      extend Book { optional string note = 100; optional Book next = 101; }
      message Shelf { extend Book { optional int32 place = 102; } }
      service Shop { rpc Get(Book) returns (Book); }`,
  },
  'packages whose files import each other’s': {
    'shop.proto': `syntax="proto3"; package shop.v1; import "money/price.proto"; import "money/receipt.proto"; message Book { money.Price price = 1; }
      service Shop { rpc Get(Book) returns (money.Receipt); }`,
    'money/price.proto': `syntax="proto3"; package money; import "money/receipt.proto"; message Price { int64 cents = 1; Receipt last = 2; }`,
    'money/receipt.proto': `syntax="proto3"; package money; import "customer.proto"; message Receipt { shop.v1.Customer customer = 1; }`,
    'customer.proto': `syntax="proto3"; package shop.v1; message Customer { string name = 1; enum Rank { NEW = 0; } Rank rank = 2; }`,
  },
}

const names = ['Shop', 'Shop.Get', 'Shop.Drop', 'Book', 'Kind', 'Customer', 'Customer.Rank', 'Shelf'].map(
  name => `shop.v1.${name}`,
)

/** What the descriptors say of the names, and the notes. */
function described(files: readonly Uint8Array[]) {
  const opened = openRegistry(files.flatMap(file => readFileDescriptor(file) ?? []))
  if (!opened.ok) return opened.failure
  const { registry, notes } = opened.value
  return { texts: names.map(name => describeSymbol(registry, name)), notes }
}

async function compiled(texts: Readonly<Record<string, string>>) {
  const { files } = await compileTexts(texts)
  const set = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...files] }))
  const opened = openRegistry(files)
  if (!opened.ok) throw new Error(opened.failure)
  return { set, texts: names.map(name => describeSymbol(opened.value.registry, name)) }
}

test.each(Object.entries(cases))('a server of Node that has %s is described in full', async (_, texts) => {
  const expected = await compiled(texts)
  expect(expected.texts.filter(text => text !== null).length).toBeGreaterThan(2)
  const loaded = nodeDescriptors(loadProto('shop.proto', texts))
  expect(described(loaded)).toEqual({ texts: expected.texts, notes: [] })
  const fromSet = nodeDescriptors(loadDescriptorSet(expected.set))
  expect(described(fromSet)).toEqual({ texts: expected.texts, notes: [] })
})
