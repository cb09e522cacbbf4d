/** The service of the test server, in two files. */
export const shopProtos: Readonly<Record<string, string>> = {
  'kinds.proto': `syntax = "proto3";
package kinds;
enum Kind { KIND_NONE = 0; KIND_NOVEL = 1; }
`,
  'shop.proto': `syntax = "proto3";
package shop;
import "kinds.proto";
import "google/protobuf/timestamp.proto";

// Sells books.
service Books {
  // Returns one book.
  rpc Get(BookId) returns (Book);
  rpc List(ListRequest) returns (stream Book);
  rpc Add(stream Book) returns (Summary);
  rpc Chat(stream Book) returns (stream Book);
  // Fails with the code that is asked for.
  rpc Fail(FailRequest) returns (Book);
  // Answers after the deadline.
  rpc Wait(BookId) returns (Book);
  // Answers with the metadata of the call.
  rpc Metadata(BookId) returns (Pairs);
}
message BookId { int64 id = 1; }
message Book {
  int64 id = 1;
  string title = 2;
  kinds.Kind kind = 3;
  bytes cover = 4;
  map<string, int64> stock = 5;
  google.protobuf.Timestamp printed = 6;
  oneof price { int64 cents = 7; string on_request = 8; }
  uint64 isbn = 9;
}
message ListRequest { int32 count = 1; int32 title_length = 2; }
message Summary { int32 count = 1; repeated int64 ids = 2; }
message FailRequest { int32 code = 1; string message = 2; int32 after = 3; }
message Pairs { map<string, string> values = 1; }
`,
}
