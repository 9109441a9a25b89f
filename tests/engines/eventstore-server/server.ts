/**
 * A TEST FIXTURE, not EventStoreDB: a small server with as much of EventStoreDB's protocol as the product and its tests use. It imitates the observed behavior of a real server, including its failures. README.md lists what
 * is imitated and what is not.
 */
import { promisify } from 'node:util';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { type AppendContext, answerAppend, answerTombstone } from './append-calls.ts';
import { Connections } from './connections.ts';
import { EventLog } from './event-log.ts';
import { Faults } from './faults.ts';
import { type AppendCost, Flushes } from './flushes.ts';
import { Journal } from './journal.ts';
import { callErrors } from './messages.ts';
import { answerRead, type ReadCall } from './read-call.ts';
import { Subscription } from './subscription.ts';

export type EventStoreServerOptions = {
  /** 0 (the default) takes a free port. Always on 127.0.0.1. */
  readonly port?: number;
  /** Keeps the log in this file, so that it survives a kill; by default the log is in memory. */
  readonly file?: string;
  /** Cost of appends; nothing by default. */
  readonly appendCost?: AppendCost;
};

export type EventStoreServer = {
  /** Connection string for the official client. */
  readonly uri: string;
  readonly port: number;
  readonly faults: Faults;
  /** Breaks all connections; the server continues. */
  dropConnections(): void;
  /** Like a stopped process (SIGSTOP): connections stay open, nothing passes until `resume`. */
  pause(): void;
  resume(): void;
  /** Like SIGKILL: all connections break at once, later ones are refused. Start another server with the same port and file. */
  kill(): Promise<void>;
};

export async function startEventStoreServer(options: EventStoreServerOptions = {}): Promise<EventStoreServer> {
  const journal = options.file === undefined ? undefined : new Journal(options.file);
  const log = new EventLog(journal);
  log.writeEpoch();
  const faults = new Faults();

  const grpcServer = new Server();
  const bind = promisify(grpcServer.bindAsync.bind(grpcServer));
  const connections = new Connections(await bind('127.0.0.1:0', ServerCredentials.createInsecure()));
  addStreams(grpcServer, { log, faults, connections, flushes: new Flushes(options.appendCost) });
  addServerFeatures(grpcServer);
  const port = await connections.listen(options.port ?? 0);
  addGossip(grpcServer, port);

  return {
    uri: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    faults,
    dropConnections: () => connections.drop(),
    pause: () => connections.pause(),
    resume: () => connections.resume(),
    async kill() {
      await connections.close();
      grpcServer.forceShutdown();
      journal?.close();
    },
  };
}

function addStreams(grpcServer: Server, context: AppendContext): void {
  const { log, faults } = context;
  grpcServer.addService(streamsGrpc.StreamsService, {
    append: (call: ServerReadableStream<AppendReq, AppendResp>, callback: sendUnaryData<AppendResp>) =>
      answerAppend(call, callback, context),
    read: (call: ReadCall) => {
      const isSubscription = call.request.getOptions()?.hasSubscription() === true;
      if (!faults.ready) call.emit('error', callErrors.notReady());
      else if (isSubscription ? faults.holdSubscriptions : faults.holdReads) hold(call, faults);
      else if (isSubscription) new Subscription(call, log).start();
      else answerRead(call, log).catch((error: unknown) => call.emit('error', error));
    },
    tombstone: (call: ServerUnaryCall<TombstoneReq, TombstoneResp>, callback: sendUnaryData<TombstoneResp>) =>
      answerTombstone(call.request, callback, context),
  });
}

function hold(call: ReadCall, faults: Faults): void {
  faults.heldReads += 1;
  call.on('cancelled', () => (faults.heldReads -= 1));
}

/**
 * The client asks for the server's features before its first append; this is answered even when not ready. Without features, the client
 * appends by one call each, as the product does.
 */
function addServerFeatures(grpcServer: Server): void {
  const supported = new featuresPb.SupportedMethods();
  supported.setEventStoreServerVersion('23.10.6');
  grpcServer.addService(featuresGrpc.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, callback: sendUnaryData<SupportedMethods>) => callback(null, supported),
  });
}

/** A cluster of one, for connection strings that discover their node. */
function addGossip(grpcServer: Server, port: number): void {
  const endPoint = new gossipPb.EndPoint();
  endPoint.setAddress('127.0.0.1').setPort(port);
  const instanceId = new sharedPb.UUID();
  instanceId.setString(crypto.randomUUID());
  const member = new gossipPb.MemberInfo();
  member.setInstanceId(instanceId).setIsAlive(true).setHttpEndPoint(endPoint);
  member.setState(gossipPb.MemberInfo.VNodeState.LEADER);
  const info = new gossipPb.ClusterInfo();
  info.addMembers(member);
  grpcServer.addService(gossipGrpc.GossipService, {
    read: (_call: unknown, callback: sendUnaryData<ClusterInfo>) => callback(null, info),
  });
}
