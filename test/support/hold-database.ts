import SqliteFile from 'better-sqlite3'

/** Holds the write lock of the database named by the first argument until its input closes. */
const database = new SqliteFile(process.argv[2])
database.exec('begin exclusive')
process.stdout.write('held\n')
process.stdin.resume().on('end', () => {
  database.exec('rollback')
  database.close()
})
