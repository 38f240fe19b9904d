import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'

/** Locks the database file of its argument, drops the reference, collects garbage, and sends `locked` or `rejected`. */
process.on('disconnect', () => process.exit())
const [file = ''] = process.argv.slice(2)
const result = await acquireSqliteLock(file).then(
  () => 'locked',
  () => 'rejected',
)
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
for (let round = 0; round < 3; round++) {
  collect()
  await new Promise((done) => setImmediate(done))
}
process.send?.(result)
