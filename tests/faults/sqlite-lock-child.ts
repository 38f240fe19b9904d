import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'

/** Locks the database that its argument names, forgets the lock, and collects garbage. Says `locked` or `refused`. */
process.on('disconnect', () => process.exit())
const [file = ''] = process.argv.slice(2)
const answer = await acquireSqliteLock(file).then(
  () => 'locked',
  () => 'refused',
)
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
for (let round = 0; round < 3; round++) {
  collect()
  await new Promise((done) => setImmediate(done))
}
process.send?.(answer)
