import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';

/** What a request costs at least: the same Koa and body parser, and a constant for an answer. */
const app = new Koa();
app.use(bodyParser({ enableTypes: ['json'] }));
app.use((context) => {
  context.body = { message: { content: 'constant' } };
});
app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
