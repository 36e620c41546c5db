#pragma once
#include <sqlite3.h>
#include <stddef.h>

// SQLITE_TRANSIENT and SQLITE_STATIC are casts, sqlite3_db_config is variadic: Swift sees neither.

/// Sets the switches of a connection that has to cope with a database damaged or made by others.
static inline int albumen_sqlite_harden(sqlite3 *database) {
  static const struct { int option, value; } settings[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_DQS_DML, 0},
      {SQLITE_DBCONFIG_DQS_DDL, 0},
  };
  for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
    int status =
        sqlite3_db_config(database, settings[i].option, settings[i].value, (int *)NULL);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}

/// Binds a copy of the text.
static inline int albumen_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, size_t length) {
  return sqlite3_bind_text64(
      statement, index, length ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of the bytes. No bytes are an empty blob, where sqlite3_bind_blob(NULL) means NULL.
static inline int albumen_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, size_t length) {
  if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/// Binds the text itself, which the caller keeps where it is until the statement has run.
static inline int albumen_sqlite_lend_text(
    sqlite3_stmt *statement, int index, const char *text, size_t length) {
  return sqlite3_bind_text64(
      statement, index, length ? text : "", length, SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds the bytes themselves, which the caller keeps where they are until the statement has run.
static inline int albumen_sqlite_lend_blob(
    sqlite3_stmt *statement, int index, const void *bytes, size_t length) {
  if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_STATIC);
}
