import { config } from 'zod/mini'

// The Content-Security-Policy of the editor forbids `new Function`, with which zod would compile schemas. Imported first,
// because a schema is compiled where it is defined.
config({ jitless: true })
