/** The gRPC service of the demo API. */
export const bookshopProto = `syntax = "proto3";
package bookshop;

// The books of the shop.
service Books {
  // Returns a book, or the status NOT_FOUND.
  rpc GetBook(GetBookRequest) returns (Book);
  // Sends the books of an author, or all of them.
  rpc ListBooks(ListBooksRequest) returns (stream Book);
  // Adds books until the end of the messages.
  rpc AddBooks(stream NewBook) returns (AddBooksReply);
  // Answers each message with what is left of the book.
  rpc Reserve(stream Reservation) returns (stream Stock);
}

message GetBookRequest {
  // 1204, for example.
  int64 id = 1;
}
message ListBooksRequest {
  // A part of the name; empty for all authors.
  string author = 1;
}
message Price {
  double amount = 1;
  // Three letters (ISO 4217).
  string currency = 2;
}
message Book {
  int64 id = 1;
  string title = 2;
  string author = 3;
  // 13 digits.
  string isbn = 4;
  Price price = 5;
  repeated string formats = 6;
  bool in_stock = 7;
}
message NewBook {
  string title = 1;
  string author = 2;
  Price price = 3;
}
message AddBooksReply { repeated int64 ids = 1; }
message Reservation {
  int64 id = 1;
  // 1 if it is left out.
  int32 quantity = 2;
}
message Stock {
  int64 id = 1;
  string title = 2;
  int32 reserved = 3;
  int32 left = 4;
}
`
