import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { EngineFailure } from './failure.mjs';
import { cacheFolder } from './folders.mjs';
import { freePort, startDetached } from './processes.mjs';
import { requireProgram, run } from './programs.mjs';

const version = '3.9.1';
const installFolder = join(cacheFolder, `kafka-${version}`);
const classPath = join(installFolder, 'lib', '*');
const purpose = 'Kafka runs on a JDK of at least 17';
const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';

// Kafka brings only a logging facade. Without slf4j-simple it would start and fail silently.
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>quorum.engines</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${version}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

function requireJava() {
  const answer = requireProgram('java', ['-version'], purpose);
  const major = Number(/version "(\d+)/.exec(answer)?.[1]);
  if (!(major >= 17)) throw new EngineFailure(`java is too old (${major || 'unknown version'}): ${purpose}`);
}

async function install() {
  requireJava();
  if (existsSync(installFolder)) return;
  requireProgram('mvn', ['--version'], 'Kafka and what it needs are fetched with Maven');
  const unfinished = `${installFolder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'pom.xml'), pom);
  const copy = ['org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies', '-DoutputDirectory=lib'];
  await run('mvn', ['--batch-mode', '--quiet', '-Dstyle.color=never', ...copy], { cwd: unfinished });
  renameSync(unfinished, installFolder);
}

/** One node that is broker and controller. Topics are not created on first use, so that a misspelled name fails. */
const configuration = ({ brokerPort, controllerPort, dataFolder }) => `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${brokerPort},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${brokerPort}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs=${dataFolder}
auto.create.topics.enable=false
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
log.cleaner.dedupe.buffer.size=16777216
num.network.threads=2
num.io.threads=4
`;

/** Formats a folder for a new broker. @returns its address */
async function format({ folder, configurationFile }) {
  const brokerPort = await freePort();
  const controllerPort = await freePort();
  writeFileSync(configurationFile, configuration({ brokerPort, controllerPort, dataFolder: join(folder, 'data') }));
  const clusterId = randomBytes(16).toString('base64url').replace(/^-/, 'A');
  const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', configurationFile];
  await run('java', ['-Xmx128m', quiet, '-cp', classPath, ...tool]);
  return brokerPort;
}

/** In the folder of an earlier broker, starts the same one again, at the same address and with its data. */
async function start({ folder, log }) {
  const configurationFile = join(folder, 'server.properties');
  const brokerPort = existsSync(configurationFile)
    ? /PLAINTEXT:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(configurationFile, 'utf8'))[1]
    : await format({ folder, configurationFile });
  const memory = ['-Xmx384m', '-XX:+UseSerialGC'];
  const server = ['-cp', classPath, 'kafka.Kafka', configurationFile];
  const processRecord = await startDetached('java', [...memory, quiet, ...server], { log });
  return { process: processRecord, environment: { KAFKA_BROKERS: `127.0.0.1:${brokerPort}` } };
}

async function probe({ KAFKA_BROKERS }) {
  const client = new kafkajs.Kafka({
    brokers: KAFKA_BROKERS.split(','),
    logLevel: kafkajs.logLevel.NOTHING,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 0 },
  });
  const admin = client.admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    if (brokers.length === 0) throw new Error('no broker has registered yet');
    // The first request for a group makes the broker create the topic for group offsets.
    await admin.fetchOffsets({ groupId: 'engine-probe' });
  } finally {
    await admin.disconnect();
  }
}

/** A Kafka broker: one KRaft node from Maven. */
export const kafka = { name: 'kafka', limitMs: 90_000, install, start, probe };
