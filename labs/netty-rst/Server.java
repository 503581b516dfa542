import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;

/** Answers HTTP/2: at 8080 as Netty does by default, at 8081 without a limit of resets, at 8082 with one of its own. */
class Server {
  public static void main(String[] args) throws Exception {
    NioEventLoopGroup group = new NioEventLoopGroup(1);
    for (int port = 8080; port <= 8082; port++) {
      int at = port;
      new ServerBootstrap().group(group).channel(NioServerSocketChannel.class).childHandler(new ChannelInitializer<Channel>() {
        @Override
        protected void initChannel(Channel channel) throws ReflectiveOperationException {
          Http2FrameCodecBuilder builder = Http2FrameCodecBuilder.forServer();
          if (at == 8081) {
            unlimited(builder);
          }
          int limit = at == 8082 ? 200 : Integer.MAX_VALUE;
          channel.pipeline().addLast(builder.build(), new Http2MultiplexHandler(new Answer(limit)));
        }
      }).bind(port).sync();
    }
  }

  /** The setting came with 4.1.100; before, there is no limit to lift. */
  private static void unlimited(Http2FrameCodecBuilder builder) throws ReflectiveOperationException {
    try {
      Http2FrameCodecBuilder.class.getMethod("decoderEnforceMaxRstFramesPerWindow", int.class, int.class).invoke(builder, 0, 0);
    } catch (NoSuchMethodException e) {
      return;
    }
  }

  /** Answers the requests of one connection. */
  private static class Answer extends ChannelInboundHandlerAdapter {
    private final int limit;
    private int resets;

    Answer(int limit) {
      this.limit = limit;
    }

    @Override
    public boolean isSharable() {
      return true; // by the streams of its connection
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
      if (frame instanceof Http2HeadersFrame) {
        context.writeAndFlush(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200"), true));
      }
      ReferenceCountUtil.release(frame);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof Http2ResetFrame && ++resets > limit) {
        context.channel().parent().writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.ENHANCE_YOUR_CALM))
            .addListener(ChannelFutureListener.CLOSE);
      }
    }
  }
}
