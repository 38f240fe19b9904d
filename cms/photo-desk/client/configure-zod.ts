import * as z from 'zod'

/** Zod compiles schemas with `eval` if it can. The Content-Security-Policy forbids it, and the attempt would be reported. */
z.config({ jitless: true })
