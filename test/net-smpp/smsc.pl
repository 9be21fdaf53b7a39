# An SMSC by Net::SMPP (Debian's libnet-smpp-perl). Usage: perl smsc.pl any|separate
# `separate` refuses transceivers. Prints its port, then a line for each PDU that it is sent; each submit_sm has its
# receipt at once, and a text that ends in `reply WORD` is answered with that word by the phone.
use strict;
use warnings;
use IO::Select;
use Net::SMPP;

$| = 1;
my $binds = shift // 'any';
my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, async => 1) or die "cannot listen: $!";
print 'port ', $listener->sockport, "\n";
my $select = IO::Select->new($listener);
my ($receiver, $count) = (undef, 0);

while (my @ready = $select->can_read) {
  for my $socket (@ready) {
    if ($socket == $listener) {
      my $session = $listener->accept or next;
      $select->add($session);
      next;
    }
    my $pdu = $socket->read_pdu;
    if (!defined $pdu) {
      $select->remove($socket);
      $socket->close;
      next;
    }
    take($socket, $pdu);
  }
}

sub take {
  my ($session, $pdu) = @_;
  my %to = (seq => $pdu->{seq});
  my $command = $pdu->{cmd};
  if ($command == Net::SMPP::CMD_bind_transceiver && $binds eq 'separate') {
    print "refused transceiver\n";
    $session->bind_transceiver_resp(%to, status => 0x0d, system_id => '');
  } elsif ($command == Net::SMPP::CMD_bind_transceiver) {
    print "bound transceiver $pdu->{system_id} $pdu->{password}\n";
    $receiver = $session;
    $session->bind_transceiver_resp(%to, system_id => 'net-smpp');
  } elsif ($command == Net::SMPP::CMD_bind_transmitter) {
    print "bound transmitter\n";
    $session->bind_transmitter_resp(%to, system_id => 'net-smpp');
  } elsif ($command == Net::SMPP::CMD_bind_receiver) {
    print "bound receiver\n";
    $receiver = $session;
    $session->bind_receiver_resp(%to, system_id => 'net-smpp');
  } elsif ($command == Net::SMPP::CMD_submit_sm) {
    submit($session, $pdu);
  } elsif ($command == Net::SMPP::CMD_deliver_sm_resp) {
    print "confirmed $pdu->{status}\n";
  } elsif ($command == Net::SMPP::CMD_enquire_link) {
    $session->enquire_link_resp(%to);
  } elsif ($command == Net::SMPP::CMD_unbind) {
    $session->unbind_resp(%to);
  }
}

sub submit {
  my ($session, $pdu) = @_;
  my $id = sprintf 'perl-%d', ++$count;
  my ($from, $phone) = @$pdu{qw(source_addr destination_addr)};
  my $octets = unpack 'H*', $pdu->{short_message};
  print "submit $from $phone $pdu->{esm_class} $pdu->{data_coding} $octets\n";
  $session->submit_sm_resp(seq => $pdu->{seq}, message_id => $id);
  my %phone = (source_addr => $phone, source_addr_ton => 1, source_addr_npi => 1, destination_addr => $from);
  my $receipt = "id:$id sub:001 dlvrd:001 submit date:2611250830 done date:2611250831 stat:DELIVRD err:000 text:";
  $receiver->deliver_sm(%phone, esm_class => 4, short_message => $receipt);
  my ($word) = $pdu->{short_message} =~ /reply (\w+)$/ or return;
  $receiver->deliver_sm(%phone, short_message => $word);
}
