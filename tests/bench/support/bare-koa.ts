import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';

/** The least cost of a request: the same Koa and body parser with a constant answer. */
const app = new Koa();
app.use(bodyParser({ enableTypes: ['json'] }));
app.use((context) => {
  context.body = { message: { content: 'constant' } };
});
app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
