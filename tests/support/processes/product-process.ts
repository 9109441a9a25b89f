import { startProduct } from '../product.ts';

/** The product in its own process, so that its memory can be measured. Reports its port, and its peak memory on request. */
const { running, stop } = await startProduct();

let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20);
process.on('message', (message) => {
  if (message === 'memory') {
    process.send?.({ most });
    most = 0;
    return;
  }
  void stop().then(() => process.exit(0));
});
process.send?.({ port: running.port });
